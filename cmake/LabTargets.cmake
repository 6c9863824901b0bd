# How our own targets are declared.

# Libraries that are not there on this machine (no SDL2 on the desktop, say) are skipped by the callers.
function(lab_target_setup target)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE lab_options)
  target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.h)
endfunction()

# lab_layer(NAME DEPENDENCY...): one static library from every .cpp of the calling folder, its headers included as
# "folder/name.h". With headers only it is an interface library, so that layers above can already link it.
function(lab_layer target)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(known "")
  foreach(dependency IN LISTS ARGN)
    if(TARGET ${dependency})
      list(APPEND known ${dependency})
    endif()
  endforeach()
  if(files)
    add_library(${target} STATIC ${files})
    lab_target_setup(${target})
    target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${target} PUBLIC ${known})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${target} INTERFACE ${known})
  endif()
endfunction()

if(EMSCRIPTEN)
  # The package.json at the root says that .js files are modules; those emcc writes are not.
  file(WRITE ${CMAKE_BINARY_DIR}/package.json "{\"type\": \"commonjs\"}\n")
endif()

# For targets in which nothing is computed at length: on the web a smaller download counts for more than speed.
function(lab_small target)
  get_target_property(type ${target} TYPE)
  if(EMSCRIPTEN AND NOT type STREQUAL "INTERFACE_LIBRARY")
    target_compile_options(${target} PRIVATE -Os)
  endif()
endfunction()

# Programs that run under node see the machine's files as a native program does.
function(lab_console_program target)
  lab_target_setup(${target})
  if(EMSCRIPTEN)
    target_link_options(${target} PRIVATE -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH=1
      -sSTACK_SIZE=1MB)
  endif()
endfunction()

# Of an inline function that several files have, the linker keeps the first one it sees: so that this is the libraries'
# own, optimized one, they are linked whole and before the program's files.
function(lab_whole_first target)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  target_link_options(${target} PRIVATE LINKER:--whole-archive ${ARGN} LINKER:--no-whole-archive)
endfunction()

# Every tests/unit/*.cpp in one doctest program.
function(lab_unit_tests)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/*.cpp)
  if(NOT files OR NOT TARGET doctest::doctest)
    return()
  endif()
  add_executable(lab-tests ${files})
  lab_console_program(lab-tests)
  target_include_directories(lab-tests PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit)
  target_precompile_headers(lab-tests PRIVATE <doctest.h>)
  # The one file in which doctest is more than declared.
  set(doctest ${CMAKE_SOURCE_DIR}/tests/unit/main.cpp)
  set_source_files_properties(${doctest} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  if(EMSCRIPTEN)
    # Without the long passes that make a program small and fast; this one is not downloaded.
    target_link_options(lab-tests PRIVATE -O1)
  else()
    # Doctest's macros are long, and optimizing them was a third of all compiling. What they test is optimized as ever.
    target_compile_options(lab-tests PRIVATE -O0)
    set_source_files_properties(${doctest} PROPERTIES COMPILE_OPTIONS -O1)
    lab_whole_first(lab-tests lab_core lab_model lab_scenes lab_views)
  endif()
  target_compile_definitions(lab-tests PRIVATE DOCTEST_CONFIG_NO_EXCEPTIONS_BUT_WITH_ALL_ASSERTS
    LAB_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/golden")
  target_link_libraries(lab-tests PRIVATE lab_views doctest::doctest)
  add_test(NAME unit COMMAND lab-tests --no-colors=true)
endfunction()

# Every bench/*.cpp in one program; for the browser its TinyBERT part as a module, with the shipped site's flags.
function(lab_benchmarks)
  if(NOT EMSCRIPTEN)
    file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/*.cpp)
    add_executable(lab-bench ${files})
    lab_console_program(lab-bench)
    target_link_libraries(lab-bench PRIVATE lab_views)
    return()
  endif()
  add_executable(lab-bench-web EXCLUDE_FROM_ALL bench/web/lab_bench_web.cpp bench/tinybert.cpp bench/ceiling.cpp)
  lab_target_setup(lab-bench-web)
  target_include_directories(lab-bench-web PRIVATE ${CMAKE_SOURCE_DIR}/bench)
  target_link_libraries(lab-bench-web PRIVATE lab_model)
  set_target_properties(lab-bench-web PROPERTIES SUFFIX .mjs)
  target_link_options(lab-bench-web PRIVATE --no-entry -sENVIRONMENT=web,worker -sMODULARIZE=1 -sEXPORT_ES6=1
    -sDYNAMIC_EXECUTION=0 -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH=1 -sSTACK_SIZE=1MB -sEXPORTED_FUNCTIONS=_malloc,_free
    -sEXPORTED_RUNTIME_METHODS=HEAPU8,HEAPF32,ccall)
endfunction()

# Texts to train on, as NAME=FILE for make_site.py: the lab's own lesson always, Tiny Shakespeare where LAB_CORPUS names
# it or the course's data lie beside the repository. Its text is not ours to commit.
set(LAB_CORPUS "" CACHE FILEPATH "Tiny Shakespeare, to be put into the site")
function(lab_texts out)
  set(lesson ${LAB_GENERATED}/lesson.txt)
  set(sources ${CMAKE_SOURCE_DIR}/docs/model.md ${CMAKE_SOURCE_DIR}/docs/implementation.md ${CMAKE_SOURCE_DIR}/README.md)
  add_custom_command(
    OUTPUT ${lesson}
    COMMAND ${LAB_PYTHON} ${CMAKE_SOURCE_DIR}/tools/make_lesson.py ${lesson} ${sources}
    DEPENDS ${CMAKE_SOURCE_DIR}/tools/make_lesson.py ${sources}
    COMMENT "Writing the lesson's text" VERBATIM)
  set(texts assets/lesson.txt=${lesson})
  set(corpus ${LAB_CORPUS})
  if(NOT corpus)
    set(corpus ${CMAKE_SOURCE_DIR}/../shared/data/shakespeare/tinyshakespeare.txt)
  endif()
  if(EXISTS ${corpus})
    list(APPEND texts assets/tinyshakespeare.txt=${corpus})
  elseif(LAB_CORPUS)
    message(FATAL_ERROR "LAB_CORPUS names no file: ${LAB_CORPUS}")
  endif()
  set(${out} ${texts} PARENT_SCOPE)
endfunction()

# Icons of the installed lab, drawn from the favicon, as NAME=FILE for make_site.py.
function(lab_icons out)
  set(folder ${LAB_GENERATED}/icons)
  set(names icon-192 icon-512 maskable-192 maskable-512 touch-180)
  set(files ${names})
  list(TRANSFORM files PREPEND ${folder}/)
  list(TRANSFORM files APPEND .png)
  add_custom_command(
    OUTPUT ${files}
    COMMAND ${LAB_PYTHON} ${CMAKE_SOURCE_DIR}/tools/make_icons.py ${CMAKE_SOURCE_DIR}/web/favicon.svg ${folder}
    DEPENDS ${CMAKE_SOURCE_DIR}/tools/make_icons.py ${CMAKE_SOURCE_DIR}/tools/svg_raster.py ${CMAKE_SOURCE_DIR}/web/favicon.svg
    COMMENT "Drawing icons" VERBATIM)
  set(entries "")
  foreach(name IN LISTS names)
    list(APPEND entries icons/${name}.png=${folder}/${name}.png)
  endforeach()
  set(${out} ${entries} PARENT_SCOPE)
  set(${out}_FILES ${files} PARENT_SCOPE)
endfunction()

# The pages of the lessons, made from lessons/ by node, and the typeface of their formulas; out becomes lessons=FOLDER
# for make_site.py.
function(lab_lessons out)
  find_program(LAB_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  set(folder ${LAB_GENERATED}/lessons)
  set(typeface ${CMAKE_SOURCE_DIR}/node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lessons/*.json ${CMAKE_SOURCE_DIR}/tools/lessons/*.mjs)
  add_custom_command(
    OUTPUT ${folder}.stamp
    COMMAND ${LAB_NODE} ${CMAKE_SOURCE_DIR}/tools/make_lessons.mjs ${CMAKE_SOURCE_DIR}/lessons ${folder}
    COMMAND ${LAB_PYTHON} ${CMAKE_SOURCE_DIR}/tools/make_math_font.py ${typeface} ${folder}/math.woff ${folder}
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}.stamp
    DEPENDS ${CMAKE_SOURCE_DIR}/tools/make_lessons.mjs ${CMAKE_SOURCE_DIR}/tools/make_math_font.py ${CMAKE_SOURCE_DIR}/package-lock.json ${sources}
    COMMENT "Writing the lessons" VERBATIM)
  set(${out} lessons=${folder} PARENT_SCOPE)
endfunction()

# build/site: the whole static site, ready to be copied anywhere.
function(lab_site)
  set(site ${CMAKE_SOURCE_DIR}/build/site)
  set(assets ${CMAKE_SOURCE_DIR}/assets)
  file(GLOB_RECURSE pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/* ${CMAKE_SOURCE_DIR}/lang/*.json ${assets}/*.safetensors)
  set(program "")
  if(TARGET attention-lab)
    set(program $<TARGET_FILE_DIR:attention-lab>/index.js $<TARGET_FILE_DIR:attention-lab>/index.wasm)
  endif()
  set(workers "")
  foreach(worker IN ITEMS trainer ensemble)
    if(TARGET ${worker})
      list(APPEND workers ${worker})
      list(APPEND program $<TARGET_FILE_DIR:${worker}>/${worker}.js $<TARGET_FILE_DIR:${worker}>/${worker}.wasm)
    endif()
  endforeach()
  lab_texts(texts)
  lab_icons(icons)
  lab_lessons(lessons)
  set(licenses ${LAB_GENERATED}/licenses.txt)
  add_custom_command(
    OUTPUT ${licenses}
    COMMAND ${LAB_PYTHON} ${CMAKE_SOURCE_DIR}/tools/make_licenses.py ${licenses} ${CMAKE_SOURCE_DIR}/LICENSE
      "Dear ImGui=${LAB_IMGUI_DIR}/LICENSE.txt" "SDL=${LAB_SDL2_DIR}/LICENSE.txt"
      "Eigen=/usr/share/doc/libeigen3-dev/copyright"
      "STIX Two Math=${CMAKE_SOURCE_DIR}/node_modules/@fontsource/stix-two-math/LICENSE"
      "Inter=${LAB_FONTS_DIR}/Inter-copyright.txt" "DejaVu Sans=${LAB_FONTS_DIR}/DejaVu-copyright.txt"
      "Emscripten=MIT:Copyright (c) 2010 The Emscripten Authors"
      "musl=${EMSCRIPTEN_ROOT_PATH}/system/lib/libc/musl/COPYRIGHT"
      "libc++, libc++abi, compiler-rt=/usr/share/doc/clang-${LAB_CLANG}/copyright"
    DEPENDS ${CMAKE_SOURCE_DIR}/tools/make_licenses.py ${CMAKE_SOURCE_DIR}/LICENSE
    COMMENT "Collecting licences" VERBATIM)
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/site.stamp
    COMMAND ${LAB_PYTHON} ${CMAKE_SOURCE_DIR}/tools/make_site.py ${CMAKE_SOURCE_DIR}/web ${assets} ${site}
      ${PROJECT_VERSION} ${program} ${licenses} ${texts} ${icons} ${lessons} lang=${CMAKE_SOURCE_DIR}/lang
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/site.stamp
    DEPENDS ${CMAKE_SOURCE_DIR}/tools/make_site.py ${licenses} ${pages} ${LAB_GENERATED}/lesson.txt ${icons_FILES}
      ${LAB_GENERATED}/lessons.stamp
      $<$<TARGET_EXISTS:attention-lab>:attention-lab> ${workers}
    COMMENT "Assembling build/site" VERBATIM)
  add_custom_target(site ALL DEPENDS ${CMAKE_BINARY_DIR}/site.stamp)
endfunction()
