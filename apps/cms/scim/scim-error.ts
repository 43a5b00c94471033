import { DomainError, kernelProblems } from '@galley/kernel';

export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue';

/** A request that is not valid SCIM (RFC 7644, 3.12). */
export class ScimError extends DomainError {
  constructor(scimType: ScimType, message: string) {
    super(kernelProblems.invalid_request.definition, message, { scimType });
  }
}
