/** Without inherited object properties. */
export function newScope(values: object): Record<string, unknown> {
  return Object.assign(Object.create(null) as Record<string, unknown>, values);
}
