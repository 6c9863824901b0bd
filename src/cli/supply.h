#pragma once
#include <string>

#include "core/result.h"
#include "scenes/scene.h"

namespace lab::cli {

/// Brings the scene the files of the lab that it waits for, from the folder
/// that the environment variable LAB_ASSETS names, else from the one this
/// program was built with. Errors are sentences.
core::Status supply(scenes::Scene& scene);
/// The same for a file of the reader's, when `path` is not empty.
core::Status open_for(scenes::Scene& scene, const std::string& path);

}  // namespace lab::cli
