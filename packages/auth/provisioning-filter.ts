/** SCIM filter (RFC 7644, 3.4.2.2), parsed and bounded. Attributes are in lower case. */
export type ProvisioningFilter =
  | { readonly op: 'and' | 'or'; readonly parts: readonly ProvisioningFilter[] }
  | { readonly op: 'not'; readonly part: ProvisioningFilter }
  | { readonly op: 'pr'; readonly attribute: string }
  | {
      readonly op: ComparisonOperator;
      readonly attribute: string;
      readonly value: string | boolean;
    };

export type ComparisonOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew';

export interface ProvisioningQuery {
  readonly filter: ProvisioningFilter | undefined;
  readonly offset: number;
  readonly limit: number;
}
