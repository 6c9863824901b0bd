#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/matrix.h"
#include "core/result.h"

/// NumPy's .npy files (format versions 1.0, 2.0, 3.0), for the command line and
/// for files that are dropped on the page.
namespace lab::views {

/// Whether the bytes begin as a .npy file does.
bool looks_like_npy(std::string_view bytes);

/// A matrix from a .npy file. Two axes are rows and columns; one axis of
/// length n is a column, that is n tokens in one dimension. Floats of 4 and 8
/// bytes, integers of 1 to 8 bytes and booleans, either byte order, C and
/// Fortran order. Errors are the end of a sentence that begins with the file:
/// "holds Python objects, which are not read". Numbers that are not finite and
/// integers beyond 2^53, which a double cannot hold, are errors.
core::Result<core::Matrix> read_npy(std::string_view bytes);

/// Header of a version 1.0 file of little-endian doubles in C order; the data
/// follow as npy_data gives them. For a trajectory: {K + 1, n, d}.
std::string npy_header(std::span<const std::size_t> shape);
/// The numbers as 8 bytes each, little-endian, row by row.
std::string npy_data(const core::Matrix& matrix);

}  // namespace lab::views
