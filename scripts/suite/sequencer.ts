// Without it, vitest orders files by what it remembers of earlier runs.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { orderFiles } from './order.ts';

export class FixedOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const byPath = new Map(specifications.map((one) => [relative(this.ctx.config.root, one.moduleId), one]));
    return orderFiles([...byPath.keys()]).flatMap((path) => byPath.get(path) ?? []);
  }
}
