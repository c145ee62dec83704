/* The tool of a program that is linked with none: weak, so that a tool need not define what it does not use. An archive of its own,
 * libupcr-notool.a, which upcc -inst links last. */
#include <gasp.h>
#include <gasp_upc.h>

#define NO_TOOL __attribute__((weak))

NO_TOOL gasp_context_t gasp_init(gasp_model_t srcmodel, int *argc, char ***argv) {
  (void)srcmodel, (void)argc, (void)argv;
  return 0;
}

NO_TOOL void gasp_event_notify(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype, const char *filename,
                               int linenum, int colnum, ...) {
  (void)context, (void)evttag, (void)evttype, (void)filename, (void)linenum, (void)colnum;
}

NO_TOOL void gasp_event_notifyVA(gasp_context_t context, unsigned evttag, gasp_evttype_t evttype, const char *filename,
                                 int linenum, int colnum, va_list varargs) {
  (void)context, (void)evttag, (void)evttype, (void)filename, (void)linenum, (void)colnum, (void)varargs;
}

NO_TOOL int gasp_control(gasp_context_t context, int on) {
  (void)context, (void)on;
  return 0;
}

NO_TOOL unsigned gasp_create_event(gasp_context_t context, const char *name, const char *desc) {
  (void)context, (void)name, (void)desc;
  return GASP_UPC_USEREVT_START;
}
