// Tracing settings, with OpenTelemetry's standard names.
import * as z from 'zod/mini';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type TracingSettings = {
  /** Where spans are sent. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  resourceAttributes: string | undefined;
  sampler: (typeof samplers)[number];
  samplerRatio: number;
  scheduleDelayMs: number;
};

const collector = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  }, 'must be an address such as http://collector:4318, without a password'),
);
const pairs = z
  .string()
  .check(z.refine((value) => value.split(',').every((pair) => /^\s*[^=\s]+=.*$/.test(pair)), 'must look like a=1,b=2'));

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const headersOf = (text: string | undefined) =>
  Object.fromEntries(
    (text?.split(',') ?? []).map((pair) => {
      const [name = '', ...value] = pair.trim().split('=');
      return [name, decoded(value.join('='))];
    }),
  );

export const tracingSchema = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(collector),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(collector),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(pairs),
  OTEL_SERVICE_NAME: z._default(z.string(), 'tessera'),
  OTEL_RESOURCE_ATTRIBUTES: z.optional(pairs),
  OTEL_TRACES_SAMPLER: z._default(z.enum(samplers, `must be one of ${samplers.join(', ')}`), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.coerce
      .number<string>('must be a number from 0 to 1')
      .check(z.minimum(0, 'must be a number from 0 to 1'), z.maximum(1, 'must be a number from 0 to 1')),
    1,
  ),
  OTEL_BSP_SCHEDULE_DELAY: z._default(
    z.coerce
      .number<string>('must be a number from 1 to 60000')
      .check(z.minimum(1, 'must be a number from 1 to 60000'), z.maximum(60_000, 'must be a number from 1 to 60000')),
    5_000,
  ),
};

const schema = z.object(tracingSchema);

/** Undefined unless an endpoint is set. */
export const tracingSettings = (values: z.output<typeof schema>): TracingSettings | undefined => {
  const base = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (!url) return undefined;
  return {
    url,
    headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: values.OTEL_SERVICE_NAME,
    resourceAttributes: values.OTEL_RESOURCE_ATTRIBUTES,
    sampler: values.OTEL_TRACES_SAMPLER,
    samplerRatio: values.OTEL_TRACES_SAMPLER_ARG,
    scheduleDelayMs: values.OTEL_BSP_SCHEDULE_DELAY,
  };
};
