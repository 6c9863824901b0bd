#pragma once
#include <cstdint>
#include <string>

/// What the program asks of the world around its window. In the browser that
/// is the page's object Module.labHost, each of whose methods may be missing.
namespace lab::app {

/// Something changed; the page pulls the state when it likes.
void host_state(std::uint64_t revision);
/// A text field has (no longer) the keyboard.
void host_want_text(bool want);
void host_copy(const std::string& text);
/// A sentence for the reader.
void host_problem(const std::string& text);
/// The link that the page was opened with, "" if none.
std::string host_initial_link();
/// Fingers are the main pointer of this device.
bool host_coarse_pointer();
/// Shortcuts use the command key.
bool host_is_mac();

/// Fetch this file of the lab's own; App::give() or App::missing() follows.
void host_fetch(const std::string& name);
/// Let the reader choose a file; App::open_file() follows.
void host_open_file();
/// Offer the reader what the state can be shared by: a link, a code, an embed.
void host_share();
/// Offer pictures, numbers, a film and the state as files.
void host_take();
/// Bring the language of this code; set_language() follows.
void host_language(const std::string& code);
/// Show the course's lessons, beside the lab.
void host_lessons();
/// Let the reader keep these bytes as a file.
void host_save(const std::string& name, const std::string& bytes);

/// Calls frame_due() once before the next repaint.
void host_request_frame();
/// Supplied by the loop: draws one frame.
void frame_due();

}  // namespace lab::app
