// Custom profile fields, collected after registration in the order of `sieOrder`.
import * as z from 'zod/mini';
import { satisfies } from './field-issues.ts';
import { id, text, timestamp } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';

export const profileFieldTypes = [
  'Text',
  'Number',
  'Date',
  'Checkbox',
  'Select',
  'Url',
  'Regex',
  'Address',
  'Fullname',
] as const;
export const profileFieldType = z.enum(profileFieldTypes);
export type ProfileFieldType = z.output<typeof profileFieldType>;

const placeholder = z.optional(text(0, 256));
const length = z.optional(z.int().check(z.minimum(0), z.maximum(65_536)));
const format = text(1, 128);
const option = z.object({ value: text(0, 256), label: z.optional(text(0, 256)) });
const options = z.array(option).check(z.maxLength(500));

/** profile-field-rules.ts says which of these each type uses. */
const simpleConfig = z.object({
  placeholder,
  minLength: length,
  maxLength: length,
  minValue: z.optional(z.number()),
  maxValue: z.optional(z.number()),
  format: z.optional(format),
  customFormat: z.optional(text(0, 128)),
  options: z.optional(options),
  defaultValue: z.optional(text(0, 256)),
});
const label = text(0, 128);
const description = text(0, 256);
const part = z.object({
  name: text(1, 128),
  type: profileFieldType,
  enabled: z.boolean(),
  required: z.boolean(),
  label: z.optional(label),
  description: z.optional(description),
  config: z.optional(simpleConfig),
});
export type ProfileFieldPart = z.output<typeof part>;
export const profileFieldConfig = z.extend(simpleConfig, { parts: z.optional(z.array(part).check(z.maxLength(20))) });
export type ProfileFieldConfig = z.output<typeof profileFieldConfig>;

export const customProfileField = z.object({
  tenantId: z.string(),
  id,
  name: text(1, 128),
  type: profileFieldType,
  label: z.string(),
  description: z.nullable(z.string()),
  required: z.boolean(),
  config: profileFieldConfig,
  createdAt: timestamp,
  sieOrder: z.number(),
});
export type CustomProfileField = z.output<typeof customProfileField>;

const parts = z.array(part).check(z.maxLength(20));
const common = { label: z.optional(label), description: z.optional(description), required: z.boolean() };
const settings = {
  Text: { ...common, config: z.optional(z.object({ placeholder, minLength: length, maxLength: length })) },
  Number: {
    ...common,
    config: z.optional(z.object({ placeholder, minValue: z.optional(z.number()), maxValue: z.optional(z.number()) })),
  },
  Date: {
    ...common,
    config: z.optional(z.object({ placeholder, format, customFormat: z.optional(text(0, 128)) })),
  },
  Checkbox: {
    label: z.optional(label),
    required: z.literal(false),
    config: z.optional(z.object({ defaultValue: text(0, 256) })),
  },
  Select: {
    ...common,
    config: z.object({ placeholder, options, defaultValue: z.optional(text(0, 256)) }),
  },
  Url: { ...common, config: z.optional(z.object({ placeholder })) },
  Regex: { ...common, config: z.object({ placeholder, format }) },
  Address: { ...common, config: z.object({ parts }) },
  Fullname: { ...common, config: z.object({ parts }) },
};
const name = { name: z.string().check(z.maxLength(128)) };

export const profileFieldSettings = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Text'), ...settings.Text }),
  z.object({ type: z.literal('Number'), ...settings.Number }),
  z.object({ type: z.literal('Date'), ...settings.Date }),
  z.object({ type: z.literal('Checkbox'), ...settings.Checkbox }),
  z.object({ type: z.literal('Select'), ...settings.Select }),
  z.object({ type: z.literal('Url'), ...settings.Url }),
  z.object({ type: z.literal('Regex'), ...settings.Regex }),
  z.object({ type: z.literal('Address'), ...settings.Address }),
  z.object({ type: z.literal('Fullname'), ...settings.Fullname }),
]);
export type ProfileFieldSettings = z.output<typeof profileFieldSettings>;

export const newProfileField = z.discriminatedUnion('type', [
  z.object({ ...name, type: z.literal('Text'), ...settings.Text }),
  z.object({ ...name, type: z.literal('Number'), ...settings.Number }),
  z.object({ ...name, type: z.literal('Date'), ...settings.Date }),
  z.object({ ...name, type: z.literal('Checkbox'), ...settings.Checkbox }),
  z.object({ ...name, type: z.literal('Select'), ...settings.Select }),
  z.object({ ...name, type: z.literal('Url'), ...settings.Url }),
  z.object({ ...name, type: z.literal('Regex'), ...settings.Regex }),
  z.object({ ...name, type: z.literal('Address'), ...settings.Address }),
  z.object({ ...name, type: z.literal('Fullname'), ...settings.Fullname }),
]);
export type NewProfileField = z.output<typeof newProfileField>;

const order = z.array(z.object({ name: text(1, 128), sieOrder: z.int().check(z.minimum(0), z.maximum(1_000_000)) }));
const named = ({ name: one }: { name: string }) => one;

export const customProfileFields = resource('custom-profile-fields', 'management', {
  list: get('/custom-profile-fields', { response: z.array(customProfileField) }),
  create: post('/custom-profile-fields', {
    body: newProfileField,
    response: customProfileField,
    status: 201,
    quota: 'collectUserProfileEnabled',
    change: 'profile-field.created',
  }),
  createMany: post('/custom-profile-fields/batch', {
    body: z.array(newProfileField).check(z.minLength(1), z.maxLength(20)),
    response: z.array(customProfileField),
    status: 201,
    quota: 'collectUserProfileEnabled',
    change: 'profile-fields.created',
  }),
  get: get('/custom-profile-fields/:name', { response: customProfileField, versioned: true }),
  replace: put('/custom-profile-fields/:name', {
    body: profileFieldSettings,
    response: customProfileField,
    change: 'profile-field.updated',
  }),
  remove: del('/custom-profile-fields/:name', { change: 'profile-field.deleted' }),
  reorder: post('/custom-profile-fields/properties/sie-order', {
    body: z.object({
      order: order.check(
        z.maxLength(1000),
        satisfies((items) => new Set(items.map(named)).size === items.length, 'distinct'),
      ),
    }),
    response: z.array(customProfileField),
    status: 200,
    change: 'profile-fields.reordered',
  }),
});
