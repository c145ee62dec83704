/* SPDX-License-Identifier: Apache-2.0 */
/* SP (RNR-94-007, section 4.3): the approximate factorisation's matrices are made diagonal, so that
 * five scalar pentadiagonal systems remain for each line. */
#ifndef NPB_SP_H
#define NPB_SP_H

#include "report.h"

#if NPB_CLASS == NPB_CLASS_S
#define CFD_N 12
#define CFD_DT 0.015
#define SP_STEPS 100
#define SP_RESIDUAL                                                                                \
  {                                                                                                \
    2.7470315451339479e-02, 1.0360746705285417e-02, 1.6235745065095532e-02,                        \
        1.5840557224455615e-02, 3.4849040609362460e-02                                             \
  }
#define SP_ERROR                                                                                   \
  {                                                                                                \
    2.7289258557377227e-05, 1.0364446640837285e-05, 1.6154798287166471e-05,                        \
        1.5750704994480102e-05, 3.4177666183390531e-05                                             \
  }
#elif NPB_CLASS == NPB_CLASS_W
#define CFD_N 36
#define CFD_DT 0.0015
#define SP_STEPS 400
#define SP_RESIDUAL                                                                                \
  {                                                                                                \
    0.1893253733584e-02, 0.1717075447775e-03, 0.2778153350936e-03, 0.2887475409984e-03,            \
        0.3143611161242e-02                                                                        \
  }
#define SP_ERROR                                                                                   \
  {                                                                                                \
    0.7542088599534e-04, 0.6512852253086e-05, 0.1049092285688e-04, 0.1128838671535e-04,            \
        0.1212845639773e-03                                                                        \
  }
#elif NPB_CLASS == NPB_CLASS_A
#define CFD_N 64
#define CFD_DT 0.0015
#define SP_STEPS 400
#define SP_RESIDUAL                                                                                \
  {                                                                                                \
    2.4799822399300195, 1.1276337964368832, 1.5028977888770491, 1.4217816211695179,                \
        2.1292113035138280                                                                         \
  }
#define SP_ERROR                                                                                   \
  {                                                                                                \
    1.0900140297820550e-04, 3.7343951769282091e-05, 5.0092785406541633e-05,                        \
        4.7671093939528255e-05, 1.3621613399213001e-04                                             \
  }
#else
#define CFD_N 102
#define CFD_DT 0.001
#define SP_STEPS 400
#define SP_RESIDUAL                                                                                \
  {                                                                                                \
    0.6903293579998e+02, 0.3095134488084e+02, 0.4103336647017e+02, 0.3864769009604e+02,            \
        0.5643482272596e+02                                                                        \
  }
#define SP_ERROR                                                                                   \
  {                                                                                                \
    0.9810006190188e-02, 0.1022827905670e-02, 0.1720597911692e-02, 0.1694479428231e-02,            \
        0.1847456263981e-01                                                                        \
  }
#endif

#include "cfd.h"

/* The square of the speed of sound divided by the state's internal energy. */
#define SP_SOUND (CFD_C1 * CFD_C2)
#define SP_ROOT 0.70710678118654752440 /* of 1/2 */

/* Prints the report; the status for main. */
static inline int sp_end(double seconds, const double residual[5], const double error[5],
                         int threads) {
  static const double residuals[5] = SP_RESIDUAL, errors[5] = SP_ERROR;
  double n = CFD_N, operations = ((881.174 * n - 4683.91) * n + 11484.5) * n - 19272.4;
  return cfd_end(
      &(struct cfd_outcome){"SP", SP_STEPS, operations, residual, residuals, error, errors, true},
      seconds, threads);
}

#endif
