import { describe, expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import { operations, type contract } from '@galley/contract';
import { routes } from './generated/routes.ts';
import { fetchWithCookies } from './node.ts';
import type {
  Download,
  Galley,
  GalleyOptions,
  NoInput,
  OperationTypes,
  Problem,
  UploadFile,
} from './index.ts';

/** Tells if two types are identical, including optionality; `any` only equals itself. */
type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Expands an object type, so that intersections and interfaces compare as equal. */
type Flat<T> = T extends (infer Item)[]
  ? Flat<Item>[]
  : T extends object
    ? { [Key in keyof T]: Flat<T[Key]> }
    : T;

type Contract = typeof contract;

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';

type ById<Noun extends keyof Contract> = {
  [Name in keyof Contract[Noun] as `${SnakeCase<Noun>}.${SnakeCase<Name>}`]: Contract[Noun][Name];
};

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  each: infer Every,
) => void
  ? Every
  : never;

type ContractOperations = All<{ [Noun in keyof Contract]: ById<Noun> }[keyof Contract]>;

type Id = keyof ContractOperations;
type InputPart<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown;
type OutputPart<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type Part<Operation, Name extends PropertyKey> = Operation extends { [Key in Name]?: infer Schema }
  ? NonNullable<Schema> extends z.ZodUndefined
    ? unknown
    : NonNullable<Schema>
  : unknown;

/** Numbers in a query string are strings in the contract and numbers in the client. */
type QueryInput<Schema> = {
  [Key in keyof InputPart<Schema>]: Key extends keyof OutputPart<Schema>
    ? Key extends 'wait'
      ? InputPart<Schema>[Key]
      : number extends OutputPart<Schema>[Key]
        ? OutputPart<Schema>[Key]
        : InputPart<Schema>[Key]
    : never;
};

type ContractInput<Operation> = InputPart<Part<Operation, 'params'>> &
  QueryInput<Part<Operation, 'query'>> &
  InputPart<Part<Operation, 'body'>>;

type Uploads =
  'media.upload' | 'media.replace' | 'imports.upload' | 'plugins.update' | 'themes.upload';
/** Without fields beside the file. */
type FileAlone = 'users.save_own_picture' | 'plugins.review' | 'plugins.install';
/** The contract accepts any body and action here, to refuse unknown actions with their own code. */
type Lenient = 'runs.control';

type ExpectedInput<One extends Id> = One extends FileAlone
  ? Flat<{ file: UploadFile }>
  : keyof ContractInput<ContractOperations[One]> extends never
    ? NoInput
    : Flat<
        ContractInput<ContractOperations[One]> &
          (One extends Uploads ? { file: UploadFile } : unknown)
      >;

type DifferentInputs = {
  [One in Id]: Same<FlatInput<One>, ExpectedInput<One>> extends true ? never : One;
}[Id];

type FlatInput<One extends Id> = OperationTypes[One]['input'] extends NoInput
  ? NoInput
  : Flat<OperationTypes[One]['input']>;

type DifferentAnswers = {
  [One in Id]: Same<
    Flat<OperationTypes[One]['answer']>,
    Flat<OutputPart<ContractOperations[One]['answer']>>
  > extends true
    ? never
    : One;
}[Id];

describe('types of the client', () => {
  test('cover exactly the operations of the contract', () => {
    expectTypeOf<keyof OperationTypes>().toEqualTypeOf<Id>();
    expect(Object.keys(routes)).toEqual(operations.map(({ id }) => id));
  });

  test('of inputs match the contract', () => {
    expectTypeOf<DifferentInputs>().toEqualTypeOf<Lenient>();
    expectTypeOf<OperationTypes['runs.control']['input']>().toEqualTypeOf<{
      id: string;
      action: 'start' | 'pause' | 'resume' | 'stop' | 'force-stop';
      run_id?: string;
      goal?: string;
      reason?: string;
    }>();
  });

  test('of answers match the contract', () => {
    expectTypeOf<DifferentAnswers>().toEqualTypeOf<
      | 'account.export'
      | 'agent_sessions.export'
      | 'audit.export'
      | 'backups.download'
      | 'forms.export'
      | 'media.file'
      | 'themes.screenshot'
    >();
    expectTypeOf<OperationTypes['backups.download']['answer']>().toEqualTypeOf<Download>();
  });

  test('of events match the contract, without problems, which are thrown', () => {
    type Event<One extends 'runs.events' | 'aiwriter.generate'> = z.output<
      NonNullable<ContractOperations[One]['eventStream']>
    >;
    expectTypeOf<Flat<OperationTypes['runs.events']['event']>>().toEqualTypeOf<
      Flat<Event<'runs.events'>>
    >();
    expectTypeOf<Extract<OperationTypes['aiwriter.generate']['event'], Problem>>().toBeNever();
  });

  test('differ when optionality, nullability, unknown values or members differ', () => {
    expectTypeOf<Same<{ a: string }, { a?: string }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: string }, { a: string | null }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: string }, { a: unknown }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<{ a: string }, { a: string; b?: string }>>().toEqualTypeOf<false>();
    expectTypeOf<Same<Flat<{ a: { b: 1 }[] }>, Flat<{ a: { b: 2 }[] }>>>().toEqualTypeOf<false>();
    expectTypeOf<Same<Flat<{ a: 1 } & { b: 2 }>, { a: 1; b: 2 }>>().toEqualTypeOf<true>();
  });

  test('accept the fetch of Node with cookies, as in the guide', () => {
    expectTypeOf(fetchWithCookies()).toExtend<NonNullable<GalleyOptions['fetch']>>();
    expectTypeOf(fetch).toExtend<NonNullable<GalleyOptions['fetch']>>();
  });

  test('reject calls outside the contract', () => {
    type Documents = Galley['documents'];
    type Input<Call extends (...given: never[]) => unknown> = NonNullable<Parameters<Call>[0]>;
    type Options<Call extends (...given: never[]) => unknown> = NonNullable<Parameters<Call>[1]>;
    expectTypeOf<'publish'>().not.toExtend<Input<Documents['editorial']>['action']>();
    expectTypeOf<'approve'>().toExtend<Input<Documents['editorial']>['action']>();
    expectTypeOf<NoInput>().not.toExtend<Input<Documents['get']>>();
    expectTypeOf<Input<Documents['list']>>().not.toHaveProperty('query');
    expectTypeOf<Options<Documents['save']>>().not.toHaveProperty('idempotencyKey');
    expectTypeOf<Options<Galley['runs']['control']>>().toHaveProperty('idempotencyKey');
    expectTypeOf<Documents['get']>().not.toHaveProperty('pages');
    expectTypeOf<Documents['list']>().toHaveProperty('pages');
    expectTypeOf<Parameters<Documents['get']>[0]>().not.toExtend<undefined>();
  });
});
