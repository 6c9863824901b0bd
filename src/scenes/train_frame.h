#pragma once
#include "scenes/train_scene.h"

/// The parts of the frame of the scene that trains.
namespace lab::scenes {

/// "51.2 %"
std::string percent_text(double share);
/// "45 s", "2 min 10 s"
std::string duration_text(double seconds);
/// Seconds until run `i` ends at its pace; below 0 when that is not known.
double time_left(const TrainScene& scene, std::size_t i);
/// Mean over layers and heads of the row entropies, nats.
double mean_entropy(const model::Measurement& m);

void draw_curves(const TrainScene& scene, std::vector<Plot>& plots);
void show_texts(const TrainScene& scene, std::vector<Strip>& strips);
void show_maps(const TrainScene& scene, std::vector<HeatMap>& maps);
void write_training_tables(const TrainScene& scene, std::vector<Table>& tables);
Verdict judge_notebook(const TrainScene& scene);
std::string training_headline(const TrainScene& scene);
std::string training_description(const TrainScene& scene);
std::vector<std::string> training_notes(const TrainScene& scene);

}  // namespace lab::scenes
