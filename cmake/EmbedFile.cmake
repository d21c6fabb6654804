# cmake -DIN=<file> -DOUT=<file.cpp> -DNAMESPACE=<namespace> -DNAME=<function> -P EmbedFile.cmake
# Writes a function <namespace>::<name>() that returns the bytes of the file as std::string_view.
file(READ "${IN}" text HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${text}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
get_filename_component(file "${IN}" NAME)
file(WRITE "${OUT}" "// ${file}, as the build found it.
#include <string_view>

namespace ${NAMESPACE} {

std::string_view ${NAME}();  // declared where it is used

static constexpr unsigned char kBytes[] = {
${bytes}};

std::string_view ${NAME}() { return {reinterpret_cast<const char*>(kBytes), sizeof kBytes}; }

}  // namespace ${NAMESPACE}
")
