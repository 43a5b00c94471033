/** A scope of Liquid's: names that every object has are not in it. */
export function newScope(values: object): Record<string, unknown> {
  return Object.assign(Object.create(null) as Record<string, unknown>, values);
}
