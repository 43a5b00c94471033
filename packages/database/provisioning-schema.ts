import type { Generated } from 'kysely';

/** Accounts that a directory created or took over by SCIM. */
interface ProvisionedUsersTable {
  username: string;
  /** At the directory, such as `ada@example.org`; unique in any case. */
  user_name: string;
  external_id: string | null;
  given_name: string;
  family_name: string;
  formatted_name: string;
  created_at: Date;
  updated_at: Date;
  /** Deleted by the directory: the account is disabled, and invisible to it. */
  deleted_at: Date | null;
}

interface ProvisionedGroupsTable {
  id: Generated<string>;
  /** Unique in any case. */
  name: string;
  external_id: string | null;
  created_at: Date;
  updated_at: Date;
}

interface ProvisionedGroupMembersTable {
  group_id: string;
  username: string;
}

/** Accounts and groups of a directory (SCIM). */
export interface ProvisioningSchema {
  provisioned_users: ProvisionedUsersTable;
  provisioned_groups: ProvisionedGroupsTable;
  provisioned_group_members: ProvisionedGroupMembersTable;
}
