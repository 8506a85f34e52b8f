// Seals and opens the declared columns for all queries of a tenant's database, so that no query can forget to. Raw SQL
// is not processed: it reads and writes sealed values.
import type {
  KyselyPlugin,
  OperationNode,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  RootOperationNode,
  ValuesNode,
} from 'kysely';
import { AliasNode, ColumnNode, InsertQueryNode, TableNode, UpdateQueryNode, ValueNode } from 'kysely';
import { type SealedColumn, sealedColumnsOf } from './sealed-columns.ts';
import { openValue, sealValue } from './sealed-values.ts';
import type { Vault } from './vault.ts';

/** One per tenant; `forTenant` creates that of another. */
export type SealingPlugin = KyselyPlugin & { forTenant: (tenantId: string) => SealingPlugin };

const tableOf = (node: OperationNode | undefined): string | undefined => {
  if (node === undefined) return undefined;
  if (AliasNode.is(node)) return tableOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : undefined;
};

const tablesOf = (node: RootOperationNode): (string | undefined)[] => {
  switch (node.kind) {
    case 'SelectQueryNode':
      return [...(node.from?.froms ?? []), ...(node.joins ?? []).map(({ table }) => table)].map(tableOf);
    case 'InsertQueryNode':
      return [tableOf(node.into)];
    case 'UpdateQueryNode':
      return [tableOf(node.table)];
    case 'DeleteQueryNode':
      return node.from.froms.map(tableOf);
    default:
      return [];
  }
};

export const sealingPlugin = (vault: Vault, tenantId: string): SealingPlugin => {
  const queries = new WeakMap<QueryId, SealedColumn[]>();

  const sealNode = (column: SealedColumn, node: OperationNode): OperationNode => {
    if (ValueNode.is(node)) return { ...node, value: sealValue(vault, tenantId, column, node.value) } as ValueNode;
    if (node.kind === 'DefaultInsertValueNode' || node.kind === 'ReferenceNode') return node;
    throw new Error(`${column.table}.${column.column} is sealed and cannot be set by an SQL expression`);
  };

  const sealInsert = (node: InsertQueryNode, columns: SealedColumn[]): InsertQueryNode => {
    const positions = columns.flatMap((column) => {
      const at = (node.columns ?? []).findIndex(({ column: { name } }) => name === column.column);
      return at < 0 ? [] : [{ column, at }];
    });
    if (positions.length === 0) return node;
    if (node.values?.kind !== 'ValuesNode') throw new Error('sealed columns are inserted as values only');
    const values = (node.values as ValuesNode).values.map((list) => {
      const items: unknown[] = [...list.values];
      for (const { column, at } of positions) {
        items[at] =
          list.kind === 'PrimitiveValueListNode'
            ? sealValue(vault, tenantId, column, items[at])
            : sealNode(column, items[at] as OperationNode);
      }
      return { ...list, values: items } as typeof list;
    });
    return { ...node, values: { ...node.values, values } as never };
  };

  const sealUpdate = (node: UpdateQueryNode, columns: SealedColumn[]): UpdateQueryNode => ({
    ...node,
    updates: (node.updates ?? []).map((update) => {
      const name = ColumnNode.is(update.column) ? update.column.column.name : undefined;
      const column = columns.find((one) => one.column === name);
      return column ? { ...update, value: sealNode(column, update.value) } : update;
    }),
  });

  return {
    forTenant: (other) => sealingPlugin(vault, other),
    transformQuery: ({ node, queryId }: PluginTransformQueryArgs): RootOperationNode => {
      const columns = tablesOf(node).flatMap((table) => sealedColumnsOf.get(table ?? '') ?? []);
      if (columns.length === 0) return node;
      queries.set(queryId, columns);
      if (InsertQueryNode.is(node)) return sealInsert(node, columns);
      return UpdateQueryNode.is(node) ? sealUpdate(node, columns) : node;
    },
    transformResult: async ({ result, queryId }: PluginTransformResultArgs) => {
      const columns = queries.get(queryId);
      if (!columns || result.rows.length === 0) return result;
      // The previous plugin created the rows for this result only, so they can be modified.
      for (const row of result.rows) {
        for (const column of columns) {
          const value = row[column.property];
          if (value !== undefined) row[column.property] = openValue(vault, tenantId, column, value);
        }
      }
      return result;
    },
  };
};
