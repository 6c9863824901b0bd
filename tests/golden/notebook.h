#pragma once
#include <cstdint>
#include <vector>

#include "core/matrix.h"

/// Golden numbers of the course notebook, sections 7 to 10 and exercises 8 to
/// 10, recomputed in IEEE double precision with NumPy (source: course notebook,
/// recomputed). Token numbers start at 1, as the notebook prints them.
/// Tokens, positions and residuals are exact doubles in hexadecimal.
namespace lab::golden {

using Numbers = std::vector<std::uint32_t>;

/// `value` holds for `layers` layers in a row.
struct Run {
  std::uint32_t value;
  std::uint32_t layers;
};

struct AtLayer {
  std::uint32_t layer;
  const char* residual;  ///< as printed, "%.1e"
  std::uint32_t clusters;
  const char* gap_to_initial_leader;  ///< largest; as printed, "%.1e"
  const char* leader_displacement;    ///< largest; as printed, "%.1e"
};

struct Collection {
  core::Matrix tokens;
  const char* smallest_norm;      ///< as printed, "%.3f"
  std::uint32_t shortest_token;
  const char* smallest_distance;  ///< as printed, "%.3f"
  Numbers initial_leaders;
  Numbers attends;        ///< the only member of C_i at layer 0
  Numbers hull_vertices;  ///< increasing
  Numbers follows;        ///< nearest initial leader after 4000 layers
  std::vector<AtLayer> at;
  Numbers changes;        ///< layers at which an attended set differs from the layer before
  std::uint32_t first_zero_residual;
  std::vector<Run> clusters;        ///< layers 0 to 600
  std::vector<Run> strict_leaders;  ///< layers 0 to 600
  Numbers settles;        ///< layer from which the token stays within 1e-6 of its limit
  core::Matrix positions_40;
  core::Matrix positions_400;
};

inline const Collection kCollection1 = {
    {{0x1.8abd08ef73254p-2, 0x1.43658f92d27dcp-1},
     {-0x1.3ea7ab7610f90p-2, -0x1.d215f0f7307c4p-1},
     {0x1.25432a5717448p-3, -0x1.6a3ea38c215dcp-1},
     {0x1.c00b3527d92b4p-2, -0x1.3cb5baac445b8p-2},
     {-0x1.602d3ea9bd100p-4, 0x1.e75c42f51291ap-1},
     {0x1.2038a160dd14cp-1, 0x1.600a7f6465840p-1},
     {0x1.c37f3da480ae0p-4, 0x1.c43863f615e1cp-1},
     {-0x1.ed3bff14722d2p-1, 0x1.8e8639cfbd872p-1},
     {-0x1.c38c9bcac6e78p-3, -0x1.12b2b74645cc0p-1},
     {0x1.19c1ec272e190p-4, 0x1.c75ce36ea69f2p-1},
     {-0x1.5a1d8ec085b58p-2, 0x1.a26d9744ea514p-1},
     {-0x1.0b9e92fceb370p-4, 0x1.de80af0e5aaa6p-1},
     {0x1.0e9184b1ae51ep-1, 0x1.222782d3a5feep-1}},
    "0.536",
    4,
    "0.027",
    {2, 4, 5, 6, 8},
    {6, 2, 2, 4, 5, 6, 5, 8, 2, 5, 8, 5, 6},
    {2, 3, 4, 5, 6, 7, 8},
    {6, 2, 2, 4, 5, 6, 5, 8, 2, 5, 8, 5, 6},
    {{40, "1.4e-03", 13, "1.4e-02", "4.4e-16"},
     {400, "0.0e+00", 5, "1.6e-12", "1.6e-12"},
     {4000, "0.0e+00", 5, "1.6e-12", "1.6e-12"}},
    {248, 263, 264, 267, 270, 279, 280},
    374,
    {{13, 108}, {12, 4}, {11, 12}, {10, 4}, {9, 1}, {8, 6}, {7, 3}, {6, 3}, {5, 460}},
    {{5, 248}, {4, 19}, {3, 12}, {2, 1}, {1, 321}},
    {128, 0, 138, 0, 0, 0, 129, 0, 135, 127, 141, 108, 124},
    {{0x1.1e36be7a10ceep-1, 0x1.5f687a170b48bp-1},
     {-0x1.3ea7ab7610f8cp-2, -0x1.d215f0f7307c2p-1},
     {-0x1.345fdefad84d7p-2, -0x1.cfca95ca172eap-1},
     {0x1.c00b3527d92b2p-2, -0x1.3cb5baac445b6p-2},
     {-0x1.602d3ea9bd100p-4, 0x1.e75c42f512918p-1},
     {0x1.2038a160dd148p-1, 0x1.600a7f646583dp-1},
     {-0x1.4e6b6c6c84d09p-4, 0x1.e6957f98e73ccp-1},
     {-0x1.ed3bff14722d0p-1, 0x1.8e8639cfbd86fp-1},
     {-0x1.3c9a4f82b4e2ap-2, -0x1.cddb653194615p-1},
     {-0x1.522b857f85baep-4, 0x1.e6a746148a16dp-1},
     {-0x1.e628fb167f538p-1, 0x1.8ef6cebbad667p-1},
     {-0x1.5e4ef690b80d1p-4, 0x1.e72a28da8c5c3p-1},
     {0x1.1fd4c7eaea0d4p-1, 0x1.5eac72ae84008p-1}},
    {{0x1.2038a160dbf3cp-1, 0x1.600a7f646459bp-1},
     {-0x1.3ea7ab760ea7ap-2, -0x1.d215f0f72f552p-1},
     {-0x1.3ea7ab760ea70p-2, -0x1.d215f0f72f552p-1},
     {0x1.c00b3527d92b2p-2, -0x1.3cb5baac445b6p-2},
     {-0x1.602d3ea9a107dp-4, 0x1.e75c42f510bc3p-1},
     {0x1.2038a160dbf46p-1, 0x1.600a7f646459bp-1},
     {-0x1.602d3ea9a107bp-4, 0x1.e75c42f510bb9p-1},
     {-0x1.ed3bff147064cp-1, 0x1.8e8639cfbda13p-1},
     {-0x1.3ea7ab760ea7ap-2, -0x1.d215f0f72f53fp-1},
     {-0x1.602d3ea9a107dp-4, 0x1.e75c42f510bbdp-1},
     {-0x1.ed3bff1470644p-1, 0x1.8e8639cfbda1dp-1},
     {-0x1.602d3ea9a107dp-4, 0x1.e75c42f510bc3p-1},
     {0x1.2038a160dbf46p-1, 0x1.600a7f6464591p-1}}};

inline const Collection kCollection2 = {
    {{-0x1.1b977aa1a8770p-2, 0x1.6794612f2d3e8p-3},
     {-0x1.017c54422009cp-1, 0x1.33578bd84903cp-1},
     {-0x1.ee89996f5aa94p-2, 0x1.618131b8e32a8p-2},
     {-0x1.b2d8a578d9f34p-1, -0x1.033490a6f96c8p-1},
     {-0x1.2291c089b3cacp-2, -0x1.4fd0b11d8015ep-1},
     {-0x1.eaea450671b2cp-2, -0x1.315a7d2bf042cp-1},
     {-0x1.d7482f7555130p-1, -0x1.41cde60abe310p-2},
     {-0x1.04193e3dd8530p-4, -0x1.5289665e722c8p-3},
     {0x1.991ccb9f60dfcp-1, -0x1.a4fe1e367ef4ap-1},
     {0x1.fbc3c43c64308p-3, -0x1.35c97ea30da34p-2},
     {-0x1.e568b529b91d4p-1, 0x1.178ceb5b5cebcp-1},
     {-0x1.3f6dfdd104630p-3, 0x1.e7a19864330c6p-1},
     {0x1.191b1997b10cap-1, 0x1.79a7c104a515ep-1}},
    "0.177",
    8,
    "0.204",
    {4, 7, 9, 11, 12, 13},
    {11, 11, 11, 4, 4, 4, 7, 4, 9, 9, 11, 12, 13},
    {4, 5, 7, 9, 11, 12, 13},
    {11, 11, 11, 4, 4, 4, 7, 4, 9, 9, 11, 12, 13},
    {{40, "1.7e-03", 13, "1.7e-02", "6.7e-16"},
     {400, "0.0e+00", 6, "1.1e-12", "1.1e-12"},
     {4000, "0.0e+00", 6, "1.1e-12", "1.1e-12"}},
    {277, 279, 281, 282, 286, 287, 289},
    365,
    {{13, 129}, {12, 2}, {11, 6}, {10, 2}, {9, 4}, {7, 1}, {6, 457}},
    {{6, 277}, {5, 2}, {4, 7}, {3, 315}},
    {143, 137, 138, 0, 140, 135, 0, 144, 0, 143, 0, 0, 0},
    {{-0x1.ddd120c5b2ca3p-1, 0x1.135c2b981d127p-1},
     {-0x1.e05f8122be4abp-1, 0x1.182a1dd51dfcbp-1},
     {-0x1.e025b6e9892d6p-1, 0x1.1547764d123d9p-1},
     {-0x1.b2d8a578d9f2ep-1, -0x1.033490a6f96c8p-1},
     {-0x1.ac72cc721747fp-1, -0x1.04e5e4c1b2470p-1},
     {-0x1.aea9681b93dcfp-1, -0x1.043997c4dd890p-1},
     {-0x1.d7482f7555130p-1, -0x1.41cde60abe310p-2},
     {-0x1.a9f4ec992ae4ap-1, -0x1.feb246a23e493p-2},
     {0x1.991ccb9f60dfbp-1, -0x1.a4fe1e367ef4ap-1},
     {0x1.92e0bfd8caebfp-1, -0x1.9f1cfb31c5a1fp-1},
     {-0x1.e568b529b91d3p-1, 0x1.178ceb5b5ceb9p-1},
     {-0x1.3f6dfdd104630p-3, 0x1.e7a19864330c6p-1},
     {0x1.191b1997b10cap-1, 0x1.79a7c104a515ep-1}},
    {{-0x1.e568b529b711cp-1, 0x1.178ceb5b5c7f1p-1},
     {-0x1.e568b529b712fp-1, 0x1.178ceb5b5c7f7p-1},
     {-0x1.e568b529b712bp-1, 0x1.178ceb5b5c7f7p-1},
     {-0x1.b2d8a578d79c2p-1, -0x1.033490a6f9b05p-1},
     {-0x1.b2d8a578d79c2p-1, -0x1.033490a6f9b05p-1},
     {-0x1.b2d8a578d79c2p-1, -0x1.033490a6f9b05p-1},
     {-0x1.d7482f7555130p-1, -0x1.41cde60abe310p-2},
     {-0x1.b2d8a578d79b8p-1, -0x1.033490a6f9afbp-1},
     {0x1.991ccb9f5ffcdp-1, -0x1.a4fe1e367e1dap-1},
     {0x1.991ccb9f5ffc3p-1, -0x1.a4fe1e367e1dap-1},
     {-0x1.e568b529b712fp-1, 0x1.178ceb5b5c7f7p-1},
     {-0x1.3f6dfdd104630p-3, 0x1.e7a19864330c6p-1},
     {0x1.191b1997b10cap-1, 0x1.79a7c104a515ep-1}}};

/// Exercise 8: collection 1 with A = diag(1, 9).
inline const Numbers kExercise8Attends = {5, 2, 2, 2, 5, 5, 5, 5, 2, 5, 5, 5, 5};
inline const core::Matrix kExercise8Positions400 =
    {{-0x1.602d3ea9a992bp-4, 0x1.e75c42f50f9d0p-1},
     {-0x1.3ea7ab760c63ap-2, -0x1.d215f0f72ec23p-1},
     {-0x1.3ea7ab760c63ap-2, -0x1.d215f0f72ec23p-1},
     {-0x1.3ea7ab760c631p-2, -0x1.d215f0f72ec10p-1},
     {-0x1.602d3ea9a9935p-4, 0x1.e75c42f50f9dfp-1},
     {-0x1.602d3ea9a992bp-4, 0x1.e75c42f50f9d5p-1},
     {-0x1.602d3ea9a992dp-4, 0x1.e75c42f50f9dfp-1},
     {-0x1.602d3ea9a9935p-4, 0x1.e75c42f50f9dfp-1},
     {-0x1.3ea7ab760c63ap-2, -0x1.d215f0f72ec1bp-1},
     {-0x1.602d3ea9a9935p-4, 0x1.e75c42f50f9dfp-1},
     {-0x1.602d3ea9a9935p-4, 0x1.e75c42f50f9dfp-1},
     {-0x1.602d3ea9a9935p-4, 0x1.e75c42f50f9dfp-1},
     {-0x1.602d3ea9a992bp-4, 0x1.e75c42f50f9ccp-1}};

/// Exercise 9: three planted leaders and ten tokens on a spiral.
inline const core::Matrix kPlanted =
    {{0x1.1a62633145c07p-53, 2.0},
     {-0x1.bb67ae8584caap+0, -0x1.0000000000001p+0},
     {0x1.bb67ae8584ca8p+0, -0x1.0000000000004p+0},
     {-0x1.2e06bb1a4b9c3p-5, 0x1.14ae4a84309a9p-5},
     {0x1.1e7a036ca6ecep-7, -0x1.98081ac2c75bcp-4},
     {0x1.75d32876d8e83p-4, 0x1.e7969aeee8c62p-4},
     {-0x1.9356b158936ecp-3, -0x1.1d613482c4d5bp-5},
     {0x1.b000b1aa17986p-3, -0x1.12ce04f1c06bep-3},
     {-0x1.3f0073fd5f7c2p-4, 0x1.28aaec7a09adfp-2},
     {-0x1.4a60cec964c55p-3, -0x1.3e0fbf94b162cp-2},
     {0x1.80befa0d09970p-2, 0x1.19046a42c7ca3p-3},
     {-0x1.a9f03d18dddc9p-2, 0x1.5fa47369864f4p-3},
     {0x1.b204af3d15ddfp-3, -0x1.cfbc670efc449p-2}};
inline const Numbers kPlantedAttends = {1, 2, 3, 1, 3, 1, 2, 3, 1, 2, 3, 2, 3};

}  // namespace lab::golden
