/* The functions of <upc_collective.h> that compute, for every type. */
#include <stdbool.h>
#include <upc_types.h>

#include "../../core/library.h"
#include "compute.h"

#define SUFFIX C
#define TYPE signed char
#define INTEGRAL 1
#include "type.h"

#define SUFFIX UC
#define TYPE unsigned char
#define INTEGRAL 1
#include "type.h"

#define SUFFIX S
#define TYPE short
#define INTEGRAL 1
#include "type.h"

#define SUFFIX US
#define TYPE unsigned short
#define INTEGRAL 1
#include "type.h"

#define SUFFIX I
#define TYPE int
#define INTEGRAL 1
#include "type.h"

#define SUFFIX UI
#define TYPE unsigned int
#define INTEGRAL 1
#include "type.h"

#define SUFFIX L
#define TYPE long
#define INTEGRAL 1
#include "type.h"

#define SUFFIX UL
#define TYPE unsigned long
#define INTEGRAL 1
#include "type.h"

#define SUFFIX F
#define TYPE float
#define INTEGRAL 0
#include "type.h"

#define SUFFIX D
#define TYPE double
#define INTEGRAL 0
#include "type.h"

#define SUFFIX LD
#define TYPE long double
#define INTEGRAL 0
#include "type.h"
