// Written by `npm run docs:reference` from packages/contract. Change it there.

/** Codes of errors of fields, with the English text of each. */
export type FieldErrorCode =
  /** {text} */
  | 'custom'
  /** {text} (plugin {plugin}) */
  | 'refused_by_plugin'
  /** {label} is required */
  | 'required'
  /** is required without {other} */
  | 'required_without'
  /** is required with {other} */
  | 'required_with'
  /** exactly one of {keys} is required */
  | 'exactly_one_required'
  /** at least one of {keys} is required */
  | 'at_least_one_required'
  /** is only allowed with {other} */
  | 'only_with'
  /** is not allowed with {other} */
  | 'not_with'
  /** requires the type {types} */
  | 'only_with_types'
  /** requires {other} */
  | 'requires'
  /** is not possible inside a field */
  | 'not_inside_field'
  /** is only possible for fields of documents */
  | 'only_in_documents'
  /** is not possible for a shared value */
  | 'not_for_shared_value'
  /** unknown key */
  | 'unknown_key'
  /** comes from {source}; change it there */
  | 'set_elsewhere'
  /** must not be empty */
  | 'empty'
  /** must be text */
  | 'not_text'
  /** must be text (in quotes where it looks like a number) */
  | 'not_plain_text'
  /** must be text that is not empty (in quotes where it looks like a number) */
  | 'not_filled_text'
  /** must be a text of one line, of up to {max} characters */
  | 'not_one_line'
  /** must not hold a NUL character or half a surrogate pair */
  | 'unstorable_text'
  /** must be bytes in base64url, without padding */
  | 'not_base64url'
  /** must have at least {min} characters */
  | 'too_short'
  /** must have at most {max} characters */
  | 'too_long'
  /** must be a text of {min} to {max} characters */
  | 'text_length'
  /** must be a number */
  | 'not_a_number'
  /** must be a whole number */
  | 'not_an_integer'
  /** must be at least {min} */
  | 'too_small'
  /** must be at most {max} */
  | 'too_large'
  /** must be a number from {min} to {max} */
  | 'out_of_range'
  /** must be a whole number from {min} to {max} */
  | 'integer_out_of_range'
  /** must be true or false */
  | 'not_a_boolean'
  /** must be text (in quotes where it looks like a number), or a value with its label */
  | 'not_an_option'
  /** must be one of {allowed} */
  | 'not_one_of'
  /** must be a map of keys */
  | 'not_a_map'
  /** must be a list */
  | 'not_a_list'
  /** must have at least {min} items */
  | 'too_few'
  /** must have at most {max} items */
  | 'too_many'
  /** must not contain duplicates */
  | 'not_unique'
  /** appears twice: {value} */
  | 'duplicate'
  /** must be nested at most {max} levels deep */
  | 'too_deep'
  /** must have at most {max} bytes */
  | 'too_many_bytes'
  /** must have at most {max} keys */
  | 'too_many_keys'
  /** must have at most {max} values */
  | 'too_many_values'
  /** must have at most {max} parts (keys, values, commas, comments and line ends) */
  | 'too_many_parts'
  /** must have at most {max} aliases (*name) */
  | 'too_many_aliases'
  /** must be a valid value */
  | 'not_valid'
  /** must be a version */
  | 'not_a_version'
  /** must be a SHA-256 of 64 hexadecimal digits */
  | 'not_a_sha256'
  /** must be a date */
  | 'not_a_date'
  /** must be a time */
  | 'not_a_time'
  /** must be the same day or a later one, and the range at most {limit} days */
  | 'days_out_of_range'
  /** must be in the future; {time} has passed */
  | 'not_in_future'
  /** must be after the document is published, at {time} */
  | 'not_after_publication'
  /** must be a cron expression of five fields */
  | 'not_a_cron_expression'
  /** must be a duration from {min} to {max} */
  | 'not_a_duration'
  /** must be a size from {min} to {max}, or a number of bytes */
  | 'not_a_size'
  /** must be a colour */
  | 'not_a_color'
  /** must be an e-mail address */
  | 'not_an_email'
  /** has no e-mail address */
  | 'no_email'
  /** is a role of people: a service account cannot have {role} */
  | 'only_for_people'
  /** must be a language tag */
  | 'not_a_language'
  /** must be the name of a time zone */
  | 'not_a_time_zone'
  /** must be a name of the characters {characters}, beginning with {first} */
  | 'not_a_name'
  /** must be a name of up to {max} of the characters {characters}, beginning with {first} */
  | 'not_a_bounded_name'
  /** must be an address */
  | 'not_an_address'
  /** must be an https:// address without user and password */
  | 'not_a_webhook_address'
  /** must be an old address of this site, without ? and # */
  | 'not_an_old_address'
  /** must be an address without user name, password, query and fragment */
  | 'not_a_base_address'
  /** must be an address without a path, with http:// only on this machine */
  | 'not_an_origin'
  /** must be a host */
  | 'not_a_host'
  /** must be the name of a host in lower case, without https:// and without * */
  | 'not_a_host_name'
  /** must be a host and a port */
  | 'not_a_host_and_port'
  /** must be an IP address or a network */
  | 'not_a_network'
  /** must be a secret of at least {min} characters without blanks */
  | 'not_a_secret'
  /** must be a password or token without blanks */
  | 'not_a_token'
  /** must be a public key of age, which begins with age1; keep the private key (AGE-SECRET-KEY-1…) out of the settings */
  | 'not_an_age_recipient'
  /** must be the name of a variable that does not begin with GALLEY_ and is no secret of Galley */
  | 'not_a_variable'
  /** must be the next of the previous page */
  | 'invalid_cursor'
  /** cannot be read: {reason} */
  | 'invalid_yaml'
  /** must be a path */
  | 'not_a_path'
  /** must be the path of a directory */
  | 'not_a_directory'
  /** must be the path of a file */
  | 'not_a_file'
  /** must be the path of a file in the folder of the plugin */
  | 'not_a_plugin_file'
  /** must be {folder}, the name of its folder */
  | 'not_folder_name'
  /** must be a slug */
  | 'not_a_slug'
  /** must be a taxonomy and a term */
  | 'not_a_term'
  /** must be an id */
  | 'not_an_id'
  /** must be the path of a file inside the home folder */
  | 'not_a_home_file'
  /** must be a single path segment, without a slash */
  | 'not_a_segment'
  /** must be a folder of the content tree (not config, not media, no name that begins with a dot) */
  | 'not_a_content_folder'
  /** must be one path segment of letters, digits, - and _, and none of {reserved} */
  | 'not_a_free_segment'
  /** must be the path of a document */
  | 'not_a_document'
  /** must be a file of the media */
  | 'not_a_media_file'
  /** must be a path, in which * stands for a part of a name and ** for folders */
  | 'not_a_path_pattern'
  /** contains a control character */
  | 'path_control_character'
  /** contains a backslash; separate folders with / */
  | 'path_backslash'
  /** is absolute; use a path relative to the content folder */
  | 'path_absolute'
  /** {value}/ is reserved and holds no documents */
  | 'path_reserved'
  /** must start with {folder} */
  | 'path_outside'
  /** must end in {extension} */
  | 'path_extension'
  /** has an empty, "." or ".." segment */
  | 'path_empty_segment'
  /** {value} starts with a dot */
  | 'path_leading_dot'
  /** {value} ends with a dot or a space */
  | 'path_trailing_dot'
  /** {value} is a reserved device name on Windows */
  | 'path_device_name'
  /** has a segment of more than {max} bytes */
  | 'path_segment_too_long'
  /** names metadata, not a file */
  | 'path_metadata'
  /** uses the unknown parameter {name} */
  | 'unknown_placeholder'
  /** is not used: the goal does not contain {name} in double braces */
  | 'unused_parameter'
  /** names a time that never comes */
  | 'never_due'
  /** requires a default for each required parameter: {names} */
  | 'parameters_without_default'
  /** can fill one parameter of the kind document, not {names} */
  | 'too_many_document_parameters'
  /** must not make the goal longer than {max} characters */
  | 'goal_too_long'
  /** must not contain a wildcard or .., because it limits the paths of the run */
  | 'path_wildcard'
  /** leads to {target}, which is not in the media library */
  | 'media_not_found'
  /** leads to {target}, which is not a document */
  | 'document_not_found'
  /** leads to a {type}; it must be a {allowed} */
  | 'wrong_document_type'
  /** there is no "{value}" */
  | 'not_found'
  /** {value} is the name of another field */
  | 'already_taken'
  /** {value} is reserved; choose another name */
  | 'reserved'
  /** is greater than max, which is {max} */
  | 'min_above_max'
  /** does not agree with the custom fields: {path} */
  | 'conflicts_with_custom_fields'
  /** is {value} in different case; use one spelling everywhere */
  | 'other_case'
  /** must not be in {folder}, the folder of type {type} */
  | 'inside_folder'
  /** must not contain or be inside the directory of {other}; use separate directories */
  | 'overlaps'
  /** must be a loopback address, since TLS is not configured; for other addresses, set coordinator.tls.cert_file and coordinator.tls.key_file */
  | 'not_loopback'
  /** must name a variable between the braces, or have $$ for a literal $ */
  | 'not_a_variable_reference'
  /** cannot be read ({reason}) */
  | 'unreadable'
  /** this configuration overlay does not exist in the project directory */
  | 'overlay_not_found'
  /** the environment variable {name} is not set */
  | 'variable_not_set'
  /** must not begin with {prefixes} */
  | 'reserved_address'
  /** is the address of a page, which takes precedence over redirects */
  | 'address_of_page'
  /** creates a loop: {path} */
  | 'redirect_loop'
  /** may have * only as its last segment, such as /blog/* */
  | 'misplaced_splat'
  /** never applies, because the earlier {pattern} matches the same addresses */
  | 'covered_by_pattern'
  /** must have at most {max} patterns with * or :name */
  | 'too_many_patterns'
  /** must be an HTML element that can run and load nothing (for frames see html.embeds) */
  | 'not_a_harmless_element'
  /** must be an attribute that can run and load nothing: data-…, aria-…, never style, on… or one that holds an address */
  | 'not_a_harmless_attribute'
  /** is the host of this site; frames of it could act on behalf of the reader */
  | 'own_host'
  /** must be a pattern that begins and ends with / */
  | 'not_a_pattern'
  /** must be a path with :term/ at its end */
  | 'not_a_term_pattern'
  /** has the unknown token {token} */
  | 'unknown_token'
  /** must contain :path or :slug, so that every document has a unique address */
  | 'missing_token'
  /** is the password that you have; choose another */
  | 'password_unchanged'
  /** is the user name, or little more; choose one that does not follow from who you are */
  | 'password_is_username'
  /** is a common password, or one with characters around it; attackers try those first */
  | 'password_common'
  /** repeats itself or follows the keyboard, which is easy to guess; a few unrelated words are better */
  | 'password_repetitive'
  /** your role does not have {capability} */
  | 'not_granted'
  /** only the role {role} grants everything */
  | 'only_role'
  /** must be another enabled user */
  | 'not_another_user'
  /** no active user has the name "{username}" */
  | 'unknown_user'
  /** {username} cannot review; this requires documents.review */
  | 'not_a_reviewer'
  /** {username} is the owner and cannot review the document; choose another reviewer */
  | 'reviewer_is_owner'
  /** {username} is the assignee and cannot review the document; choose another reviewer */
  | 'reviewer_is_assignee'
  /** {username} contributed to the text and cannot review it; ask another user */
  | 'reviewer_contributed'
  /** {username} is the assigned reviewer; only {username} can decide */
  | 'other_reviewer'
  /** a decorative picture has no alt text; clear one of the two */
  | 'decorative_with_alt';
