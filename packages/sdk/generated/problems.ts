// Written by `npm run docs:reference` from packages/contract. Change it there.

/** The codes of all problems that operations answer with. */
export type ProblemCode =
  /** There is no such agent */
  | 'agent_not_found'
  /** This has been decided already */
  | 'already_decided'
  /** There is one already */
  | 'already_exists'
  /** There is no such request for approval */
  | 'approval_not_found'
  /** What the plugin may do has to be agreed to */
  | 'approval_of_risk_required'
  /** This revision has not been approved */
  | 'approval_required'
  /** The backup could not be made */
  | 'backup_failed'
  /** A backup is being made */
  | 'backup_running'
  /** What the patch changes has changed since its base */
  | 'base_moved'
  /** The repository does not have the base of the patch */
  | 'base_not_found'
  /** What would be taken back has changed since */
  | 'changed_since'
  /** The revisions are too large to compare */
  | 'comparison_too_large'
  /** The request could not be traced to this site */
  | 'csrf_failed'
  /** The branch moved while the patch was brought in */
  | 'decision_undone'
  /** The document is being edited elsewhere */
  | 'document_locked'
  /** You may not do this */
  | 'forbidden'
  /** The frontmatter of this file cannot be read */
  | 'frontmatter_broken'
  /** The frontmatter cannot take this change */
  | 'frontmatter_not_editable'
  /** The git repository of the content tree cannot be used */
  | 'git_unusable'
  /** The same request is still being worked on */
  | 'idempotency_in_progress'
  /** The request needs an idempotency key */
  | 'idempotency_key_required'
  /** This idempotency key belongs to another request */
  | 'idempotency_key_reuse'
  /** The proposal cannot be decided so from its status */
  | 'illegal_proposal_decision'
  /** The run cannot do that from the state that it is in */
  | 'illegal_run_transition'
  /** The document cannot go to that state from here */
  | 'illegal_transition'
  /** It is still in use */
  | 'in_use'
  /** There is not enough room on the disk */
  | 'insufficient_storage'
  /** Something went wrong here */
  | 'internal'
  /** The archive cannot be used */
  | 'invalid_archive'
  /** That user cannot be given this document */
  | 'invalid_assignee'
  /** The configuration is not valid */
  | 'invalid_configuration'
  /** The user name or the password is wrong */
  | 'invalid_credentials'
  /** The custom fields are not valid */
  | 'invalid_custom_fields'
  /** Some fields are not valid */
  | 'invalid_fields'
  /** The body is not JSON */
  | 'invalid_json'
  /** The file cannot be used */
  | 'invalid_media'
  /** The metadata of the file is not valid */
  | 'invalid_metadata'
  /** The patch cannot be taken */
  | 'invalid_patch'
  /** This is not a path of the content */
  | 'invalid_path'
  /** The plugin cannot be used */
  | 'invalid_plugin'
  /** The settings of the plugins are not valid */
  | 'invalid_plugin_settings'
  /** The request is not valid */
  | 'invalid_request'
  /** There is no such action on runs */
  | 'invalid_run_action'
  /** Those times do not fit */
  | 'invalid_schedule'
  /** The site settings are not valid */
  | 'invalid_site_settings'
  /** The theme cannot be used */
  | 'invalid_theme'
  /** The settings of the theme do not fit */
  | 'invalid_theme_settings'
  /** A theme cannot be taken from there */
  | 'invalid_theme_source'
  /** This is the last administrator */
  | 'last_admin'
  /** This address does not take that method */
  | 'method_not_allowed'
  /** No branch is checked out in the repository */
  | 'no_branch'
  /** There is nothing of the proposal to take back */
  | 'not_applied'
  /** Somebody else is to review this document */
  | 'not_assigned_reviewer'
  /** It is not set up yet */
  | 'not_configured'
  /** There is nothing here */
  | 'not_found'
  /** You contributed to this yourself */
  | 'not_independent'
  /** It takes a note */
  | 'note_required'
  /** You have a part in what is to be decided */
  | 'own_request'
  /** The proposal has another patch by now */
  | 'patch_changed'
  /** The patch does not apply to its base */
  | 'patch_does_not_apply'
  /** The request is too large */
  | 'payload_too_large'
  /** The plugin failed */
  | 'plugin_failed'
  /** There is no such plugin */
  | 'plugin_not_found'
  /** The plugin is not running */
  | 'plugin_not_running'
  /** The plugin took too long */
  | 'plugin_timeout'
  /** The proposal is being accepted at the moment */
  | 'proposal_applying'
  /** There is no such proposal */
  | 'proposal_not_found'
  /** Too many requests */
  | 'rate_limited'
  /** Confirm that it is you */
  | 'reauthentication_required'
  /** The workspace has no repository */
  | 'repository_missing'
  /** The repository cannot be used at the moment */
  | 'repository_unusable'
  /** This link does not work */
  | 'reset_link_invalid'
  /** The backup could not be restored */
  | 'restore_failed'
  /** A backup is being restored */
  | 'restore_running'
  /** There is no such run */
  | 'run_not_found'
  /** The state of the run could not be changed */
  | 'run_transition_failed'
  /** The backup has other security settings */
  | 'security_settings_change'
  /** The file cannot take this change */
  | 'settings_not_editable'
  /** The settings could not be written */
  | 'settings_not_written'
  /** This set-up link does not work */
  | 'setup_link_invalid'
  /** It has changed since you opened it */
  | 'stale_revision'
  /** A file could not be written or read */
  | 'storage_failed'
  /** The runs cannot be reached at the moment */
  | 'store_unavailable'
  /** A theme is being installed */
  | 'theme_install_running'
  /** There is no such theme */
  | 'theme_not_found'
  /** The themes folder cannot be written */
  | 'themes_not_written'
  /** Too many are waiting for events here */
  | 'too_many_waiting'
  /** The code is wrong */
  | 'totp_invalid'
  /** No second factor is enabled */
  | 'totp_not_enabled'
  /** Second factor required */
  | 'totp_required'
  /** The content folder cannot be replaced */
  | 'tree_fixed'
  /** You are not signed in */
  | 'unauthenticated'
  /** Not available at the moment */
  | 'unavailable'
  /** What the patch changes has changes that are not committed */
  | 'uncommitted_changes'
  /** This host is not served here */
  | 'unknown_host'
  /** This kind of content is not understood */
  | 'unsupported_media_type'
  /** The other server failed */
  | 'upstream_failed'
  /** The other server took too long */
  | 'upstream_timeout'
  /** There is no such worker’s token */
  | 'worker_token_not_found'
  /** There is no such workspace */
  | 'workspace_not_found';
