import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where tests start whole programs; one that began last would run on alone. */
const long = /\/apps\/cli\/|\/build\/|\/verification\/|\/embedded\/|-crash\.|\/crash\./;

/** Begins with the files that take long, in whatever order vitest would have them else. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
