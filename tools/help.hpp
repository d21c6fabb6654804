/// Help that fits the terminal.
#pragma once

#include <memory>
#include <string>

namespace CLI {
class FormatterBase;
}

namespace atl::tools {

/// Options in two columns, the second one wrapped at `columns`.
std::shared_ptr<CLI::FormatterBase> wrapped_help(int columns);

/// Lines of shell commands, the long ones continued with a backslash.
std::string wrap_commands(const std::string& lines, int columns);

}  // namespace atl::tools
