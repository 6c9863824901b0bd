# Flags. What can change a number is set for everything; what is a matter of style is for our own code.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
# Programs lie at the top of the build folder, where the scripts look for them.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
option(LAB_SANITIZE "address and undefined-behaviour sanitizers" OFF)

# Trajectories have to agree to the last bit between native, node and browsers, so no fused multiply-add where the
# source has two operations.
add_compile_options(-ffp-contract=off)
# Eigen's vector code sums in an order that depends on the processor.
add_compile_definitions(EIGEN_DONT_VECTORIZE EIGEN_MPL2_ONLY)

if(LAB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(EMSCRIPTEN)
  add_compile_options(-msimd128)
endif()

# Neither exceptions nor run-time types: the WebAssembly build has none, and the native one is to behave alike.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)

# Our own code links this privately.
add_library(lab_options INTERFACE)
target_compile_options(lab_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)

find_program(LAB_CCACHE ccache NO_CMAKE_FIND_ROOT_PATH)
if(LAB_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${LAB_CCACHE})
  # What it asks for before it keeps files made with a precompiled header; no source of ours uses __DATE__ or __TIME__.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${LAB_CCACHE})
endif()
# A precompiled header is then the same file whenever it is made.
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
