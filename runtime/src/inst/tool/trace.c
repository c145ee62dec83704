/* SPDX-License-Identifier: Apache-2.0 */
/* A file a thread in the format of Chrome's trace viewer (an array of JSON objects, a line
 * each), which Perfetto reads too. Times are in microseconds of the job's clock (upc_ticks_now),
 * so that the lines of several threads' files make one trace. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/settings.h"
#include "tool.h"

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      fputc('\\', out);
    if ((unsigned char)*text < ' ')
      fprintf(out, "\\u%04x", (unsigned)*text);
    else
      fputc(*text, out);
  }
}

void upcr_trace_begin(gasp_context_t context) {
  const char *pattern = *upcr_settings.trace_file ? upcr_settings.trace_file : "upc_trace.%.json";
  char *name = upcr_tool_file(pattern, context->thread);
  context->trace = name ? fopen(name, "w") : 0;
  if (!context->trace)
    upcr_warn("no trace of thread %d: %s: %s (UPC_TRACEFILE)", context->thread, name ? name : "",
              strerror(errno));
  else
    fprintf(context->trace,
            "[\n{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":0,\"tid\":%d,\"args\":{\"name\":"
            "\"UPC thread %d\"}}",
            context->thread, context->thread);
  free(name);
}

void upcr_trace_write(gasp_context_t context, const struct upcr_tool_event *event) {
  static const char phases[] = {[GASP_START] = 'B', [GASP_END] = 'E', [GASP_ATOMIC] = 'i'};
  FILE *out = context->trace;
  fprintf(out, ",\n{\"name\":\"");
  put_text(out, event->name);
  fprintf(out, "\",\"ph\":\"%c\",\"pid\":0,\"tid\":%d,\"ts\":%.3f", phases[event->type],
          context->thread, (double)event->now * 1e-3);
  if (event->type != GASP_END) {
    fprintf(out, ",\"args\":{\"at\":\"");
    put_text(out, event->file);
    fprintf(out, ":%d\"", event->line);
    if (event->bytes)
      fprintf(out, ",\"bytes\":%zu", event->bytes);
    if (event->peer >= 0)
      fprintf(out, ",\"with\":%d", event->peer);
    fputc('}', out);
  }
  fputc('}', out);
}

void upcr_trace_end(gasp_context_t context) {
  if (!context->trace)
    return;
  fprintf(context->trace, "\n]\n");
  if (fclose(context->trace) != 0)
    upcr_warn("the trace of thread %d is not complete: %s", context->thread, strerror(errno));
  context->trace = 0;
}
