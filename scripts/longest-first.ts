import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start whole programs; if such a test started last, it would run on alone. */
const long = /\/apps\/cli\/|\/build\/|\/verification\/|\/embedded\/|-crash\.|\/crash\./;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
