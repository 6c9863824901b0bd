# Files made at build time, all in ${CMAKE_BINARY_DIR}/generated:
#   shaders.h                    from shaders/*.vert and *.frag        (target lab_shaders)
#   font_data.h, font_data.cpp   subsets of the typefaces              (target lab_fonts)

set(LAB_GENERATED ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${LAB_GENERATED})

# The system's own python3 is the one that Debian's fonttools belongs to.
find_program(LAB_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT LAB_PYTHON)
  find_program(LAB_PYTHON python3 NO_CMAKE_FIND_ROOT_PATH REQUIRED)
endif()

file(GLOB shaders CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/shaders/*.vert ${CMAKE_SOURCE_DIR}/shaders/*.frag)
add_custom_command(
  OUTPUT ${LAB_GENERATED}/shaders.h
  COMMAND ${LAB_PYTHON} ${CMAKE_SOURCE_DIR}/tools/embed_shaders.py ${LAB_GENERATED}/shaders.h ${shaders}
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/embed_shaders.py ${shaders}
  COMMENT "Embedding shaders" VERBATIM)
add_custom_target(lab_shaders_made DEPENDS ${LAB_GENERATED}/shaders.h)
add_library(lab_shaders INTERFACE)
add_dependencies(lab_shaders lab_shaders_made)
target_include_directories(lab_shaders INTERFACE ${LAB_GENERATED})

if(EXISTS ${LAB_FONTS_DIR}/InterVariable.ttf)
  add_custom_command(
    OUTPUT ${LAB_GENERATED}/font_data.cpp ${LAB_GENERATED}/font_data.h
    COMMAND ${LAB_PYTHON} ${CMAKE_SOURCE_DIR}/tools/make_fonts.py ${LAB_FONTS_DIR} ${LAB_GENERATED}
    DEPENDS ${CMAKE_SOURCE_DIR}/tools/make_fonts.py ${LAB_FONTS_DIR}/InterVariable.ttf ${LAB_FONTS_DIR}/DejaVuSans.ttf
    COMMENT "Subsetting typefaces" VERBATIM)
  add_library(lab_fonts STATIC ${LAB_GENERATED}/font_data.cpp ${LAB_GENERATED}/font_data.h)
  target_include_directories(lab_fonts PUBLIC ${LAB_GENERATED})
endif()
