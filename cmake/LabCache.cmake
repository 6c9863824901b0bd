# Finds what `./lab setup` left outside the work tree. Folder names are formed as in tools/common.sh.

if(DEFINED ENV{LAB_CACHE})
  set(LAB_CACHE "$ENV{LAB_CACHE}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(LAB_CACHE "$ENV{XDG_CACHE_HOME}/attention-lab")
else()
  set(LAB_CACHE "$ENV{HOME}/.cache/attention-lab")
endif()

# LAB_IMGUI_DSC and so on, from the lines NAME=value.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../tools/versions.env lab_pins REGEX "^[A-Z0-9_]+=")
foreach(pin IN LISTS lab_pins)
  string(REGEX MATCH "^([A-Z0-9_]+)=(.*)$" matched "${pin}")
  set(LAB_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()

function(lab_cache_dir variable name)
  string(REGEX REPLACE "[+~]" "_" name "${name}")
  set(${variable} "${LAB_CACHE}/${name}" PARENT_SCOPE)
endfunction()

lab_cache_dir(LAB_EMSCRIPTEN_DIR "emscripten-${LAB_EMSCRIPTEN_DEB}-${LAB_BINARYEN_DEB}")
lab_cache_dir(LAB_IMGUI_DIR "imgui-${LAB_IMGUI_DSC}")
lab_cache_dir(LAB_SDL2_DIR "sdl2-${LAB_SDL2_DSC}")
lab_cache_dir(LAB_FONTS_DIR "fonts-${LAB_INTER_DEB}-${LAB_DEJAVU_DEB}")
