/* SPDX-License-Identifier: Apache-2.0 */
/* BT (RNR-94-007, section 4.4): alternating directions with block tridiagonal systems, 5 x 5
 * blocks. */
#ifndef NPB_BT_H
#define NPB_BT_H

#include "report.h"

#if NPB_CLASS == NPB_CLASS_S
#define CFD_N 12
#define CFD_DT 0.01
#define BT_STEPS 60
#define BT_RESIDUAL                                                                                \
  {                                                                                                \
    1.7034283709541311e-01, 1.2975252070034097e-02, 3.2527926989486055e-02,                        \
        2.6436421275166801e-02, 1.9211784131744430e-01                                             \
  }
#define BT_ERROR                                                                                   \
  {                                                                                                \
    4.9976913345811579e-04, 4.5195666782961927e-05, 7.3973765172921357e-05,                        \
        7.3821238632439731e-05, 8.9269630987491446e-04                                             \
  }
#elif NPB_CLASS == NPB_CLASS_W
#define CFD_N 24
#define CFD_DT 0.0008
#define BT_STEPS 200
#define BT_RESIDUAL                                                                                \
  {                                                                                                \
    0.1125590409344e+03, 0.1180007595731e+02, 0.2710329767846e+02, 0.2469174937669e+02,            \
        0.2638427874317e+03                                                                        \
  }
#define BT_ERROR                                                                                   \
  {                                                                                                \
    0.4419655736008e+01, 0.4638531260002e+00, 0.1011551749967e+01, 0.9235878729944e+00,            \
        0.1018045837718e+02                                                                        \
  }
#elif NPB_CLASS == NPB_CLASS_A
#define CFD_N 64
#define CFD_DT 0.0008
#define BT_STEPS 200
#define BT_RESIDUAL                                                                                \
  {                                                                                                \
    1.0806346714637264e+02, 1.1319730901220813e+01, 2.5974354511582465e+01,                        \
        2.3665622544678910e+01, 2.5278963211748344e+02                                             \
  }
#define BT_ERROR                                                                                   \
  {                                                                                                \
    4.2348416040525025e+00, 4.4390282496995698e-01, 9.6692480136345650e-01,                        \
        8.8302063039765474e-01, 9.7379901770829278e+00                                             \
  }
#else
#define CFD_N 102
#define CFD_DT 0.0003
#define BT_STEPS 200
#define BT_RESIDUAL                                                                                \
  {                                                                                                \
    1.4233597229287254e+03, 9.9330522590150238e+01, 3.5646025644535285e+02,                        \
        3.2485447959084092e+02, 3.2707541254659363e+03                                             \
  }
#define BT_ERROR                                                                                   \
  {                                                                                                \
    5.2969847140936856e+01, 4.4632896115670668e+00, 1.3122573342210174e+01,                        \
        1.2006925323559144e+01, 1.2459576151035986e+02                                             \
  }
#endif

#include "cfd.h"

/* Prints the report; the status for main. */
static inline int bt_end(double seconds, const double residual[5], const double error[5],
                         int threads) {
  static const double residuals[5] = BT_RESIDUAL, errors[5] = BT_ERROR;
  double n = CFD_N, operations = ((3478.8 * n - 17655.7) * n + 28023.7) * n;
  return cfd_end(
      &(struct cfd_outcome){"BT", BT_STEPS, operations, residual, residuals, error, errors, true},
      seconds, threads);
}

#endif
