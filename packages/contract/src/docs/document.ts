// How the contract is documented: a sentence for every resource, operation and field. A missing one does not compile.
// Texts are next to the operations they describe and are read only by the build, which generates the OpenAPI documents
// and the API reference; neither the server nor the browser loads them.
import type { ZodMiniJSONSchema } from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import type { Operation, Resource } from '../kit.ts';
import type { FieldDoc } from './field-doc.ts';
import type { SharedField } from './vocabulary.ts';

export type OperationDoc = {
  /** One sentence that says what the operation does. */
  summary: string;
  /** More sentences, for behavior that callers cannot guess. */
  description?: string;
  /** Errors specific to this operation. Those of its access, input and limits are added. */
  errors?: readonly ErrorCode[];
  /** Examples, if those generated from the fields would be inconsistent. */
  body?: unknown;
  response?: unknown;
};

/**
 * The names of fields at any depth. Derived from the definitions, which is much cheaper for the compiler than their
 * types.
 */
type NamesOf<S> = S extends { _zod: { def: infer D } }
  ? D extends { type: 'object'; shape: infer Shape }
    ? (keyof Shape & string) | NamesOf<Shape[keyof Shape]>
    : D extends { type: 'array'; element: infer Item }
      ? NamesOf<Item>
      : D extends { type: 'record'; valueType: infer Value }
        ? NamesOf<Value>
        : D extends { type: 'union'; options: readonly (infer Option)[] }
          ? S extends ZodMiniJSONSchema
            ? never
            : NamesOf<Option>
          : D extends { type: 'pipe'; in: infer In }
            ? NamesOf<In>
            : D extends { innerType: infer Inner }
              ? NamesOf<Inner>
              : never
  : never;
type ParameterNames<P> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type FieldsOfOperation<O extends Operation> = O extends Operation
  ? ParameterNames<O['path']> | NamesOf<O['query']> | NamesOf<O['body']> | NamesOf<O['response']>
  : never;
type FieldName<R extends Resource> = FieldsOfOperation<R['operations'][keyof R['operations']]>;

/**
 * A field is described once per resource, by name. If a name means something else in one place, the longer key wins:
 * `roles.id` for a nested entity's field, `listRoles.id` for that of an operation.
 */
type Fields<R extends Resource> = { [K in Exclude<FieldName<R>, SharedField>]: FieldDoc } & {
  [K in FieldName<R> & SharedField]?: FieldDoc;
} & { [path: `${string}.${string}`]: FieldDoc };

export type ResourceDoc<R extends Resource = Resource> = {
  title: string;
  about: string;
  operations: { [K in keyof R['operations']]: OperationDoc };
  fields: Fields<R>;
};
