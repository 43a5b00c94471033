import type { MailKind } from '../mail.ts';

/** Markdown. The first line is the subject. */
export const english: Readonly<Record<MailKind, string>> = {
  invitation: `{{ inviter }} invites you to {{ site }}

Hello {{ name }},

{{ inviter }} has created an account for you at {{ site }}. Choose a password to sign in:

[Choose a password]({{ link }})

Your user name is **{{ username }}**. The link works once, until {{ expires }}.

If you did not expect this message, ignore it.
`,
  password_reset: `Choose a new password for {{ site }}

Hello {{ name }},

a new password was requested for your account **{{ username }}** at {{ site }}.

[Choose a new password]({{ link }})

The link works once, until {{ expires }}. If you did not request it, ignore this message: your password stays as it is.
`,
  password_changed: `Your password for {{ site }} was changed

Hello {{ name }},

the password of your account **{{ username }}** at {{ site }} was changed on {{ time }}. Other sessions were signed out.

If this was not you, [request a new password]({{ link }}) and tell an administrator.
`,
  second_factor_enabled: `Two-factor sign-in for {{ site }} is on

Hello {{ name }},

two-factor sign-in was set up for your account **{{ username }}** at {{ site }} on {{ time }}.

If this was not you, tell an administrator.
`,
  second_factor_disabled: `Two-factor sign-in for {{ site }} is off

Hello {{ name }},

two-factor sign-in was turned off for your account **{{ username }}** at {{ site }} on {{ time }}. Your password alone is enough to sign in.

If this was not you, [request a new password]({{ link }}) and tell an administrator.
`,
  passkey_added: `A passkey for {{ site }} was added

Hello {{ name }},

the passkey “{{ passkey }}” was added to your account **{{ username }}** at {{ site }} on {{ time }}. It can sign you in. Other sessions were signed out.

If this was not you, [request a new password]({{ link }}), remove the passkey in your account and tell an administrator.
`,
  passkey_removed: `A passkey for {{ site }} was removed

Hello {{ name }},

the passkey “{{ passkey }}” was removed from your account **{{ username }}** at {{ site }} on {{ time }}. It no longer signs you in.

If this was not you, [request a new password]({{ link }}) and tell an administrator.
`,
  email_changed: `Your e-mail address at {{ site }} was changed

Hello {{ name }},

the e-mail address of your account **{{ username }}** at {{ site }} was changed on {{ time }}. Messages no longer arrive at this address.

If this was not you, tell an administrator.
`,
  token_expiring: `Your API token {{ token }} ends soon

Hello {{ name }},

your API token **{{ token }}** at {{ site }} ends on {{ expires }}. Programs that use it will then be refused.

[Rotate or revoke it]({{ link }})
`,
  service_token_expiring: `The API token {{ token }} of {{ account }} ends soon

Hello {{ name }},

the API token **{{ token }}** of the service account **{{ account }}** at {{ site }} ends on {{ expires }}. You are responsible for this account.

[Rotate or revoke it]({{ link }}), or ask someone who manages users to do so.
`,
  test: `Test message from {{ site }}

This message shows that {{ site }} can send e-mail. It was sent on {{ time }}.
`,
};
