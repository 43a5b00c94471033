import { plainName, words, yesOrNo } from './config-values.ts';
import { mapOf, optionalSetting, section, setting, withDefault } from './shape.ts';

export const scimSection = section({
  enabled: setting(yesOrNo(), {
    default: false,
    description: 'Let a directory create, change and disable accounts by SCIM, at `/scim/v2`.',
  }),
  default_role: setting(plainName(), {
    default: 'author',
    description:
      'Role of accounts that the directory creates, and of those that leave their last group with a role.',
  }),
  groups: withDefault(
    mapOf(
      words(),
      optionalSetting(
        plainName(),
        'Role of the members of this group of the directory, such as `Newsroom: editor`. The first group in this list that a person is in counts. The directory manages administrators only if a group has the role `admin`.',
      ),
    ),
    {},
  ),
  invite: setting(yesOrNo(), {
    default: false,
    description:
      'Send people an invitation by e-mail when the directory creates their account. Requires `mail`.',
  }),
});
