/// Files that the build puts into the program (EmbedFile.cmake).
#pragma once

#include <string_view>

namespace atl::report {

std::string_view page_html();
std::string_view page_css();
std::string_view page_js();
std::string_view chart_js();  ///< Chart.js, MIT licence

}  // namespace atl::report
