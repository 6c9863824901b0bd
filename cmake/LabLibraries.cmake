# The libraries of others, all as system headers so that their warnings are not ours:
#   Eigen3::Eigen, doctest::doctest, imgui (with its backends), SDL2 (for the web, from source)

# Headers of the machine are header-only and good for every target, but the folder they are in is not: it also
# holds the machine's C library. A folder of links shows only the one wanted.
set(LAB_HOST_HEADERS ${CMAKE_BINARY_DIR}/generated/host)
function(lab_host_headers target name marker)
  find_path(LAB_${name}_HEADERS ${marker} PATHS /usr/include/eigen3 /usr/include /usr/local/include
    NO_CMAKE_FIND_ROOT_PATH NO_DEFAULT_PATH)
  if(NOT LAB_${name}_HEADERS)
    return()
  endif()
  get_filename_component(top ${marker} DIRECTORY)
  file(MAKE_DIRECTORY ${LAB_HOST_HEADERS}/${name})
  file(CREATE_LINK ${LAB_${name}_HEADERS}/${top} ${LAB_HOST_HEADERS}/${name}/${top} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${LAB_HOST_HEADERS}/${name})
endfunction()
lab_host_headers(Eigen3::Eigen eigen Eigen/Core)
lab_host_headers(doctest::doctest doctest doctest/doctest.h)
if(TARGET doctest::doctest)
  # Both "doctest.h" and <doctest/doctest.h> are usual.
  target_include_directories(doctest::doctest SYSTEM INTERFACE ${LAB_HOST_HEADERS}/doctest/doctest)
endif()
if(NOT TARGET Eigen3::Eigen)
  message(FATAL_ERROR "Eigen was not found; './lab setup' installs it.")
endif()

# SDL2. For the web compiled from the list of files in cmake/; most of its parts are for other kinds of programs,
# and leaving them out saves more than half of its size.
set(LAB_HAVE_SDL2 OFF)
if(EMSCRIPTEN)
  if(EXISTS ${LAB_SDL2_DIR}/src)
    set(list ${CMAKE_SOURCE_DIR}/cmake/sdl2-web-sources.txt)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    file(STRINGS ${list} files REGEX "^[^#]")
    list(TRANSFORM files PREPEND ${LAB_SDL2_DIR}/src/)
    add_library(SDL2 STATIC ${files})
    target_include_directories(SDL2 SYSTEM PUBLIC ${LAB_SDL2_DIR}/include)
    target_compile_options(SDL2 PRIVATE -w -Oz)
    set(slim LEAN_AND_MEAN AUDIO_DISABLED JOYSTICK_DISABLED HAPTIC_DISABLED SENSOR_DISABLED RENDER_DISABLED
      POWER_DISABLED FILESYSTEM_DISABLED LOCALE_DISABLED)
    list(TRANSFORM slim PREPEND SDL_)
    list(TRANSFORM slim APPEND =1)
    target_compile_definitions(SDL2 PRIVATE ${slim})
    set(LAB_HAVE_SDL2 ON)
  endif()
else()
  # The desktop program is a convenience for developers: built where SDL2 and OpenGL ES happen to be installed.
  option(LAB_DESKTOP "the desktop program, where SDL2 and OpenGL ES are installed" ON)
  find_library(LAB_GLES GLESv2)
  find_package(SDL2 CONFIG QUIET)
  if(LAB_DESKTOP AND LAB_GLES AND TARGET SDL2::SDL2 AND NOT LAB_SANITIZE)
    add_library(SDL2 INTERFACE)
    target_link_libraries(SDL2 INTERFACE SDL2::SDL2 ${LAB_GLES})
    set(LAB_HAVE_SDL2 ON)
  endif()
endif()

if(LAB_HAVE_SDL2 AND EXISTS ${LAB_IMGUI_DIR}/imgui.cpp)
  add_library(imgui STATIC
    ${LAB_IMGUI_DIR}/imgui.cpp ${LAB_IMGUI_DIR}/imgui_draw.cpp ${LAB_IMGUI_DIR}/imgui_tables.cpp
    ${LAB_IMGUI_DIR}/imgui_widgets.cpp ${LAB_IMGUI_DIR}/backends/imgui_impl_sdl2.cpp
    ${LAB_IMGUI_DIR}/backends/imgui_impl_opengl3.cpp)
  target_include_directories(imgui SYSTEM PUBLIC ${LAB_IMGUI_DIR} ${LAB_IMGUI_DIR}/backends)
  target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS
    IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_FILE_FUNCTIONS IMGUI_IMPL_OPENGL_ES3)
  target_compile_options(imgui PRIVATE -w)
  if(EMSCRIPTEN)
    target_compile_options(imgui PRIVATE -Oz)
  endif()
  target_link_libraries(imgui PUBLIC SDL2)
elseif(EMSCRIPTEN)
  message(FATAL_ERROR "The sources of Dear ImGui or SDL2 are not in ${LAB_CACHE}; './lab setup' gets them.")
endif()
