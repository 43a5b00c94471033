// Written by `npm run docs:reference` from packages/contract. Change it there.

/** Codes of all problems of the operations. */
export type ProblemCode =
  /** Agent not found */
  | 'agent_not_found'
  /** Already decided */
  | 'already_decided'
  /** It already exists */
  | 'already_exists'
  /** Approval not found */
  | 'approval_not_found'
  /** What the plugin may do has to be agreed to */
  | 'approval_of_risk_required'
  /** This revision is not approved */
  | 'approval_required'
  /** The backup failed */
  | 'backup_failed'
  /** Another backup is running */
  | 'backup_running'
  /** What the patch changes has changed since its base */
  | 'base_moved'
  /** The repository does not have the base of the patch */
  | 'base_not_found'
  /** The budget is below what is already used */
  | 'budget_too_low'
  /** What would be taken back has changed since */
  | 'changed_since'
  /** A plugin could not check the document */
  | 'check_failed'
  /** The revisions are too large to compare */
  | 'comparison_too_large'
  /** The CSRF check failed */
  | 'csrf_failed'
  /** The branch moved while the patch was brought in */
  | 'decision_undone'
  /** Deliberation not found */
  | 'deliberation_not_found'
  /** The document is locked by another editor */
  | 'document_locked'
  /** This link for an e-mail address is invalid or has expired */
  | 'email_link_invalid'
  /** You do not have permission to do this */
  | 'forbidden'
  /** The form does not exist */
  | 'form_not_found'
  /** The frontmatter of this file cannot be read */
  | 'frontmatter_broken'
  /** The frontmatter cannot be changed this way */
  | 'frontmatter_not_editable'
  /** The git repository of the content tree cannot be used */
  | 'git_unusable'
  /** The same request is still in progress */
  | 'idempotency_in_progress'
  /** The request needs an idempotency key */
  | 'idempotency_key_required'
  /** The idempotency key belongs to another request */
  | 'idempotency_key_reuse'
  /** The backup is encrypted */
  | 'identity_required'
  /** The proposal cannot be decided so from its status */
  | 'illegal_proposal_decision'
  /** The current state of the run does not allow this action */
  | 'illegal_run_transition'
  /** The document cannot go from its current state to that state */
  | 'illegal_transition'
  /** The system of the source is not clear */
  | 'import_format_unclear'
  /** The import cannot be started */
  | 'import_not_ready'
  /** An import is running */
  | 'import_running'
  /** The source of the import cannot be read */
  | 'import_source_unreadable'
  /** It is still in use */
  | 'in_use'
  /** Not enough disk space */
  | 'insufficient_storage'
  /** Internal error */
  | 'internal'
  /** The archive cannot be used */
  | 'invalid_archive'
  /** That user cannot be assigned to this document */
  | 'invalid_assignee'
  /** The client’s request is not valid */
  | 'invalid_authorization_request'
  /** The configuration is not valid */
  | 'invalid_configuration'
  /** The user name or password is wrong */
  | 'invalid_credentials'
  /** The custom fields are not valid */
  | 'invalid_custom_fields'
  /** The task cannot depend on this task */
  | 'invalid_dependency'
  /** Some fields are not valid */
  | 'invalid_fields'
  /** The private key does not fit */
  | 'invalid_identity'
  /** The body is not JSON */
  | 'invalid_json'
  /** The file cannot be used */
  | 'invalid_media'
  /** The metadata of the file is not valid */
  | 'invalid_metadata'
  /** The patch is not valid */
  | 'invalid_patch'
  /** This is not a valid content path */
  | 'invalid_path'
  /** The plugin cannot be used */
  | 'invalid_plugin'
  /** The settings of the plugins are not valid */
  | 'invalid_plugin_settings'
  /** The recipe is not valid */
  | 'invalid_recipe'
  /** The request is not valid */
  | 'invalid_request'
  /** Unknown run action */
  | 'invalid_run_action'
  /** The scheduled times are not valid */
  | 'invalid_schedule'
  /** The site settings are not valid */
  | 'invalid_site_settings'
  /** The theme cannot be used */
  | 'invalid_theme'
  /** The theme settings are not valid */
  | 'invalid_theme_settings'
  /** This theme source cannot be used */
  | 'invalid_theme_source'
  /** The token of the webhook is not valid */
  | 'invalid_webhook_token'
  /** This is the last administrator */
  | 'last_admin'
  /** This is the last way to sign in */
  | 'last_way_in'
  /** The patch does not show this line */
  | 'line_not_in_patch'
  /** Sending mail is not set up */
  | 'mail_not_configured'
  /** The message does not exist */
  | 'mail_not_found'
  /** The text of the message has been removed */
  | 'mail_removed'
  /** Connected client not found */
  | 'mcp_client_not_found'
  /** Memory not found */
  | 'memory_not_found'
  /** Method not allowed */
  | 'method_not_allowed'
  /** No branch is checked out in the repository */
  | 'no_branch'
  /** No hunk is chosen */
  | 'no_hunks_chosen'
  /** There is no previous version */
  | 'no_previous_version'
  /** There is nothing of the proposal to take back */
  | 'not_applied'
  /** Another reviewer is assigned to this document */
  | 'not_assigned_reviewer'
  /** It is not set up yet */
  | 'not_configured'
  /** Not found */
  | 'not_found'
  /** You contributed to this and cannot decide on it */
  | 'not_independent'
  /** It takes a note */
  | 'note_required'
  /** You cannot decide your own request */
  | 'own_request'
  /** The passkey may have been copied */
  | 'passkey_copied'
  /** The passkey could not be verified */
  | 'passkey_invalid'
  /** The passkey did not check who uses it */
  | 'passkey_unverified'
  /** Passkeys do not work at this address */
  | 'passkeys_unavailable'
  /** Sign-in with a password is disabled */
  | 'password_sign_in_disabled'
  /** The patch of the proposal has changed */
  | 'patch_changed'
  /** The patch does not apply to its base */
  | 'patch_does_not_apply'
  /** The request is too large */
  | 'payload_too_large'
  /** The plugin comes with Galley */
  | 'plugin_built_in'
  /** Another plugin is being installed */
  | 'plugin_change_running'
  /** Other changes were confirmed */
  | 'plugin_changes_not_confirmed'
  /** The plugin is enabled */
  | 'plugin_enabled'
  /** The plugin is installed already */
  | 'plugin_exists'
  /** The plugin failed */
  | 'plugin_failed'
  /** There is no such plugin */
  | 'plugin_not_found'
  /** The plugin is not running */
  | 'plugin_not_running'
  /** The plugin took too long */
  | 'plugin_timeout'
  /** The plugins folder is not writable */
  | 'plugins_not_written'
  /** The proposal is being accepted at the moment */
  | 'proposal_applying'
  /** The proposal is decided or withdrawn */
  | 'proposal_closed'
  /** Proposal not found */
  | 'proposal_not_found'
  /** The sign-in provider does not answer */
  | 'provider_unavailable'
  /** Question not found */
  | 'question_not_found'
  /** Too many requests */
  | 'rate_limited'
  /** Password confirmation required */
  | 'reauthentication_required'
  /** Recipe not found */
  | 'recipe_not_found'
  /** The workspace has no repository */
  | 'repository_missing'
  /** The repository cannot be used at the moment */
  | 'repository_unusable'
  /** This password reset link is invalid or has expired */
  | 'reset_link_invalid'
  /** The restore failed */
  | 'restore_failed'
  /** A restore is running */
  | 'restore_running'
  /** The answer needs the right to control runs */
  | 'run_control_required'
  /** Run not found */
  | 'run_not_found'
  /** The run has ended */
  | 'run_over'
  /** The state of the run could not be changed */
  | 'run_transition_failed'
  /** The backup changes security settings */
  | 'security_settings_change'
  /** Agent session not found */
  | 'session_not_found'
  /** The file cannot be changed this way */
  | 'settings_not_editable'
  /** The settings could not be written */
  | 'settings_not_written'
  /** This setup link is invalid or has expired */
  | 'setup_link_invalid'
  /** This sign-in link is invalid or has expired */
  | 'sign_in_link_invalid'
  /** It has changed since you opened it */
  | 'stale_revision'
  /** The status has changed */
  | 'status_changed'
  /** A file could not be read or written */
  | 'storage_failed'
  /** The run database is unavailable */
  | 'store_unavailable'
  /** The suggestion does not fit the current text */
  | 'suggestion_outdated'
  /** Task not found */
  | 'task_not_found'
  /** The task is not free */
  | 'task_taken'
  /** The task waits for other tasks */
  | 'task_waits'
  /** The theme comes with Galley */
  | 'theme_built_in'
  /** The theme is in use */
  | 'theme_in_use'
  /** A theme is being installed */
  | 'theme_install_running'
  /** Theme not found */
  | 'theme_not_found'
  /** The themes folder is not writable */
  | 'themes_not_written'
  /** There are too many comments */
  | 'too_many_comments'
  /** Too many clients are waiting for events */
  | 'too_many_waiting'
  /** The limit of webhooks has been reached */
  | 'too_many_webhooks'
  /** The code is wrong */
  | 'totp_invalid'
  /** No second factor is enabled */
  | 'totp_not_enabled'
  /** Second factor required */
  | 'totp_required'
  /** The content folder cannot be replaced */
  | 'tree_fixed'
  /** Turn not found */
  | 'turn_not_found'
  /** The turn has ended */
  | 'turn_over'
  /** You are not signed in */
  | 'unauthenticated'
  /** Temporarily unavailable */
  | 'unavailable'
  /** What the patch changes has changes that are not committed */
  | 'uncommitted_changes'
  /** Unknown host */
  | 'unknown_host'
  /** The patch does not have these hunks */
  | 'unknown_hunks'
  /** Unsupported content type */
  | 'unsupported_media_type'
  /** The other server failed */
  | 'upstream_failed'
  /** The other server took too long */
  | 'upstream_timeout'
  /** The delivery does not exist */
  | 'webhook_delivery_not_found'
  /** The webhook does not exist */
  | 'webhook_not_found'
  /** Worker token not found */
  | 'worker_token_not_found'
  /** Workspace not found */
  | 'workspace_not_found';
