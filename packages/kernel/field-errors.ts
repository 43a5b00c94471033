/** English text of each code (ADD-ERR-1). A name in braces is a parameter. */
export const fieldErrorTemplates = {
  custom: '{text}',
  refused_by_plugin: '{text} (plugin {plugin})',

  required: '{label} is required',
  required_without: 'is required without {other}',
  required_with: 'is required with {other}',
  exactly_one_required: 'exactly one of {keys} is required',
  at_least_one_required: 'at least one of {keys} is required',
  only_with: 'is only allowed with {other}',
  not_with: 'is not allowed with {other}',
  only_with_types: 'requires the type {types}',
  requires: 'requires {other}',
  not_inside_field: 'is not possible inside a field',
  only_in_documents: 'is only possible for fields of documents',
  not_for_shared_value: 'is not possible for a shared value',
  unknown_key: 'unknown key',
  set_elsewhere: 'comes from {source}; change it there',

  empty: 'must not be empty',
  not_text: 'must be text',
  not_plain_text: 'must be text (in quotes where it looks like a number)',
  not_filled_text: 'must be text that is not empty (in quotes where it looks like a number)',
  not_one_line: 'must be a text of one line, of up to {max} characters',
  unstorable_text: 'must not hold a NUL character or half a surrogate pair',
  not_base64url: 'must be bytes in base64url, without padding',
  too_short: 'must have at least {min} characters',
  too_long: 'must have at most {max} characters',
  text_length: 'must be a text of {min} to {max} characters',

  not_a_number: 'must be a number',
  not_an_integer: 'must be a whole number',
  too_small: 'must be at least {min}',
  too_large: 'must be at most {max}',
  out_of_range: 'must be a number from {min} to {max}',
  integer_out_of_range: 'must be a whole number from {min} to {max}',

  not_a_boolean: 'must be true or false',
  not_an_option: 'must be text (in quotes where it looks like a number), or a value with its label',
  not_one_of: 'must be one of {allowed}',
  not_a_map: 'must be a map of keys',
  not_a_list: 'must be a list',
  too_few: 'must have at least {min} items',
  too_many: 'must have at most {max} items',
  not_unique: 'must not contain duplicates',
  duplicate: 'appears twice: {value}',
  too_deep: 'must be nested at most {max} levels deep',
  too_many_bytes: 'must have at most {max} bytes',
  too_many_keys: 'must have at most {max} keys',
  too_many_values: 'must have at most {max} values',
  too_many_parts: 'must have at most {max} parts (keys, values, commas, comments and line ends)',
  too_many_aliases: 'must have at most {max} aliases (*name)',

  not_valid: 'must be a valid value',
  not_a_version: 'must be a version',
  not_a_sha256: 'must be a SHA-256 of 64 hexadecimal digits',
  not_a_date: 'must be a date',
  not_a_time: 'must be a time',
  days_out_of_range: 'must be the same day or a later one, and the range at most {limit} days',
  not_in_future: 'must be in the future; {time} has passed',
  not_after_publication: 'must be after the document is published, at {time}',
  not_a_cron_expression: 'must be a cron expression of five fields',
  not_a_duration: 'must be a duration from {min} to {max}',
  not_a_size: 'must be a size from {min} to {max}, or a number of bytes',
  not_a_color: 'must be a colour',
  not_an_email: 'must be an e-mail address',
  no_email: 'has no e-mail address',
  only_for_people: 'is a role of people: a service account cannot have {role}',
  not_a_language: 'must be a language tag',
  not_a_time_zone: 'must be the name of a time zone',
  not_a_name: 'must be a name of the characters {characters}, beginning with {first}',
  not_a_bounded_name:
    'must be a name of up to {max} of the characters {characters}, beginning with {first}',
  not_an_address: 'must be an address',
  not_a_webhook_address: 'must be an https:// address without user and password',
  not_an_old_address: 'must be an old address of this site, without ? and #',
  not_a_base_address: 'must be an address without user name, password, query and fragment',
  not_an_origin: 'must be an address without a path, with http:// only on this machine',
  not_a_host: 'must be a host',
  not_a_host_name: 'must be the name of a host in lower case, without https:// and without *',
  not_a_host_and_port: 'must be a host and a port',
  not_a_network: 'must be an IP address or a network',
  not_a_secret: 'must be a secret of at least {min} characters without blanks',
  not_a_token: 'must be a password or token without blanks',
  not_an_age_recipient:
    'must be a public key of age, which begins with age1; keep the private key (AGE-SECRET-KEY-1…) out of the settings',
  not_a_variable:
    'must be the name of a variable that does not begin with GALLEY_ and is no secret of Galley',
  invalid_cursor: 'must be the next of the previous page',
  invalid_yaml: 'cannot be read: {reason}',

  not_a_path: 'must be a path',
  not_a_directory: 'must be the path of a directory',
  not_a_file: 'must be the path of a file',
  not_a_plugin_file: 'must be the path of a file in the folder of the plugin',
  not_folder_name: 'must be {folder}, the name of its folder',
  not_a_slug: 'must be a slug',
  not_a_term: 'must be a taxonomy and a term',
  not_an_id: 'must be an id',
  not_a_home_file: 'must be the path of a file inside the home folder',
  not_a_segment: 'must be a single path segment, without a slash',
  not_a_content_folder:
    'must be a folder of the content tree (not config, not media, no name that begins with a dot)',
  not_a_free_segment:
    'must be one path segment of letters, digits, - and _, and none of {reserved}',
  not_a_document: 'must be the path of a document',
  not_a_media_file: 'must be a file of the media',
  not_a_path_pattern: 'must be a path, in which * stands for a part of a name and ** for folders',
  path_control_character: 'contains a control character',
  path_backslash: 'contains a backslash; separate folders with /',
  path_absolute: 'is absolute; use a path relative to the content folder',
  path_reserved: '{value}/ is reserved and holds no documents',
  path_outside: 'must start with {folder}',
  path_extension: 'must end in {extension}',
  path_empty_segment: 'has an empty, "." or ".." segment',
  path_leading_dot: '{value} starts with a dot',
  path_trailing_dot: '{value} ends with a dot or a space',
  path_device_name: '{value} is a reserved device name on Windows',
  path_segment_too_long: 'has a segment of more than {max} bytes',
  path_metadata: 'names metadata, not a file',
  unknown_placeholder: 'uses the unknown parameter {name}',
  unused_parameter: 'is not used: the goal does not contain {name} in double braces',
  never_due: 'names a time that never comes',
  parameters_without_default: 'requires a default for each required parameter: {names}',
  too_many_document_parameters: 'can fill one parameter of the kind document, not {names}',
  goal_too_long: 'must not make the goal longer than {max} characters',
  path_wildcard: 'must not contain a wildcard or .., because it limits the paths of the run',
  media_not_found: 'leads to {target}, which is not in the media library',
  document_not_found: 'leads to {target}, which is not a document',
  wrong_document_type: 'leads to a {type}; it must be a {allowed}',

  not_found: 'there is no "{value}"',
  already_taken: '{value} is the name of another field',
  reserved: '{value} is reserved; choose another name',
  min_above_max: 'is greater than max, which is {max}',
  conflicts_with_custom_fields: 'does not agree with the custom fields: {path}',
  other_case: 'is {value} in different case; use one spelling everywhere',
  inside_folder: 'must not be in {folder}, the folder of type {type}',
  overlaps: 'must not contain or be inside the directory of {other}; use separate directories',
  not_loopback:
    'must be a loopback address, since TLS is not configured; for other addresses, set coordinator.tls.cert_file and coordinator.tls.key_file',
  not_a_variable_reference: 'must name a variable between the braces, or have $$ for a literal $',
  unreadable: 'cannot be read ({reason})',
  overlay_not_found: 'this configuration overlay does not exist in the project directory',
  variable_not_set: 'the environment variable {name} is not set',

  reserved_address: 'must not begin with {prefixes}',
  address_of_page: 'is the address of a page, which takes precedence over redirects',
  redirect_loop: 'creates a loop: {path}',
  misplaced_splat: 'may have * only as its last segment, such as /blog/*',
  covered_by_pattern: 'never applies, because the earlier {pattern} matches the same addresses',
  too_many_patterns: 'must have at most {max} patterns with * or :name',
  not_a_harmless_element:
    'must be an HTML element that can run and load nothing (for frames see html.embeds)',
  not_a_harmless_attribute:
    'must be an attribute that can run and load nothing: data-…, aria-…, never style, on… or one that holds an address',
  own_host: 'is the host of this site; frames of it could act on behalf of the reader',
  not_a_pattern: 'must be a pattern that begins and ends with /',
  not_a_term_pattern: 'must be a path with :term/ at its end',
  unknown_token: 'has the unknown token {token}',
  missing_token: 'must contain :path or :slug, so that every document has a unique address',

  password_unchanged: 'is the password that you have; choose another',
  password_is_username:
    'is the user name, or little more; choose one that does not follow from who you are',
  password_common:
    'is a common password, or one with characters around it; attackers try those first',
  password_repetitive:
    'repeats itself or follows the keyboard, which is easy to guess; a few unrelated words are better',
  not_granted: 'your role does not have {capability}',
  only_role: 'only the role {role} grants everything',
  not_another_user: 'must be another enabled user',
  unknown_user: 'no active user has the name "{username}"',
  not_a_reviewer: '{username} cannot review; this requires documents.review',
  reviewer_is_owner:
    '{username} is the owner and cannot review the document; choose another reviewer',
  reviewer_is_assignee:
    '{username} is the assignee and cannot review the document; choose another reviewer',
  reviewer_contributed: '{username} contributed to the text and cannot review it; ask another user',
  other_reviewer: '{username} is the assigned reviewer; only {username} can decide',
  decorative_with_alt: 'a decorative picture has no alt text; clear one of the two',
} as const;

/** Texts of the parameters that every code may have, before and after its own text. */
export const fieldErrorParts = {
  place: '{place}: ',
  line: 'line {line}: ',
  column: 'line {line}, column {column}: ',
  example: ', such as {example}',
  found: ', not {found}',
  nearest: '; did you mean {nearest}?',
  known: '; there are {known}',
} as const;

type Templates = typeof fieldErrorTemplates;
export type FieldErrorCode = keyof Templates;
export type FieldErrorParam = string | number | readonly (string | number)[];
export type FieldErrorParams = Readonly<Record<string, FieldErrorParam>>;

type Names<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

interface CommonParams {
  /** `galley.yaml:2:9`, or another source such as `command line`. */
  readonly place?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly example?: FieldErrorParam | undefined;
  /** The refused value as JSON, shortened. */
  readonly found?: string | undefined;
  readonly nearest?: string | undefined;
  readonly known?: readonly string[] | undefined;
}

type ParamsOf<Code extends FieldErrorCode> = CommonParams & {
  readonly [Name in Names<Templates[Code]>]: FieldErrorParam;
};
type ParamsArgument<Code extends FieldErrorCode> = [Names<Templates[Code]>] extends [never]
  ? [params?: ParamsOf<Code>]
  : [params: ParamsOf<Code>];

/** A fault of a value; `message` is the English text of code and params. */
export interface FieldFault {
  readonly code: FieldErrorCode;
  readonly params: FieldErrorParams;
  readonly message: string;
}

/** At the path of a field, such as `frontmatter.date`. */
export interface FieldError extends FieldFault {
  readonly path: string;
}

export function fieldFault<Code extends FieldErrorCode>(
  code: Code,
  ...[params]: ParamsArgument<Code>
): FieldFault {
  const given = Object.entries<FieldErrorParam | undefined>({ ...params }).filter(
    (entry): entry is [string, FieldErrorParam] =>
      entry[1] !== undefined && !(Array.isArray(entry[1]) && entry[1].length === 0),
  );
  const own = Object.fromEntries(given);
  return { code, params: own, message: fieldErrorMessage(code, own) };
}

export function fieldError<Code extends FieldErrorCode>(
  path: string,
  code: Code,
  ...params: ParamsArgument<Code>
): FieldError {
  return { path, ...fieldFault(code, ...params) };
}

/** With further common params, such as the place in a file. */
export function withParams({ code, params }: FieldFault, more: CommonParams): FieldFault {
  return (fieldFault as (code: FieldErrorCode, params: CommonParams) => FieldFault)(code, {
    ...params,
    ...more,
  });
}

export function fieldErrorMessage(code: FieldErrorCode, params: FieldErrorParams): string {
  const { place, line, column, example, found, nearest, known } = fieldErrorParts;
  const start =
    'place' in params ? place : 'column' in params ? column : 'line' in params ? line : '';
  const details = Object.entries({ example, found, nearest, known })
    .filter(([name]) => name in params)
    .map(([, part]) => part);
  return fillTemplate([start, fieldErrorTemplates[code], ...details].join(''), params);
}

function fillTemplate(template: string, params: FieldErrorParams): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name] ?? '';
    return typeof value === 'object' ? value.join(', ') : String(value);
  });
}

/** `reading_minutes` → `Reading minutes` */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const maxSummarized = 3;

/** The first errors, and how many follow, for the detail of a problem. */
export function summarizeFieldErrors(errors: readonly FieldError[]): string {
  const more = errors.length - maxSummarized;
  const texts = errors
    .slice(0, maxSummarized)
    .map(({ path, code, message }) =>
      path === '' || code === 'required' ? message : `${path}: ${message}`,
    );
  return texts.join('; ') + (more > 0 ? ` (and ${more} more)` : '');
}

/** Options of a zod check, or members of its custom issue, that carry the fault to `faultOfIssue`. */
export function faultIssue(fault: FieldFault): {
  readonly message: string;
  readonly params: { readonly fault: FieldFault };
} {
  return { message: fault.message, params: { fault } };
}

/** Undefined for issues of zod's own checks. */
export function faultOfIssue(issue: object): FieldFault | undefined {
  return (issue as { readonly params?: { readonly fault?: FieldFault } }).params?.fault;
}
