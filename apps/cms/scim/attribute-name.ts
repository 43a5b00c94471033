export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** In lower case, without the schema of users and groups in front. */
export function plainAttribute(name: string): string {
  const lower = name.toLowerCase();
  for (const schema of [userSchema, groupSchema]) {
    const prefix = `${schema.toLowerCase()}:`;
    if (lower.startsWith(prefix)) return lower.slice(prefix.length);
  }
  return lower;
}
