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
  sign_in_linked: `A sign-in was linked to your account at {{ site }}

Hello {{ name }},

a sign-in with another service was linked to your account **{{ username }}** at {{ site }} on {{ time }}. It opens your account without your password.

If this was not you, tell an administrator, who can remove it.
`,
  sign_in_unlinked: `A sign-in was removed from your account at {{ site }}

Hello {{ name }},

a linked sign-in was removed from your account **{{ username }}** at {{ site }} on {{ time }}. Other sessions were signed out.

If this was not you, tell an administrator.
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
  email_confirm: `Confirm your e-mail address for {{ site }}

Hello {{ name }},

this address was entered for the account **{{ username }}** at {{ site }}.

[Confirm this address]({{ link }})

The link works once, until {{ expires }}, and only while you are signed in. If you did not expect this message, ignore it.
`,
  email_requested: `Your e-mail address at {{ site }} is to be changed

Hello {{ name }},

on {{ time }}, {{ email }} was entered as the new e-mail address of your account **{{ username }}** at {{ site }}.

If this was not you, keep this address:

[Keep this address]({{ link }})

The link works until {{ expires }}, also after the new address has been confirmed. Then choose a new password:

[Choose a new password]({{ password }})
`,
  new_device: `New sign-in to {{ site }}

Hello {{ name }},

your account **{{ username }}** at {{ site }} was used to sign in in a browser that you have not used before.

- Time: {{ time }}
- Device: {{ device }}
- Network: {{ network }}

If this was you, there is nothing to do. If not, choose a new password, which signs out all devices:

[Choose a new password]({{ password }})

[See where you are signed in]({{ link }})
`,
  review_requested: `Review requested: {{ title }}

Hello {{ name }},

{{ actor }} requests a review of **{{ title }}**. {{ note }}

[Review it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  assigned: `Assigned to you: {{ title }}

Hello {{ name }},

{{ actor }} has assigned **{{ title }}** to you. {{ note }}

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  approved: `Approved: {{ title }}

Hello {{ name }},

{{ actor }} has approved **{{ title }}**. {{ note }}

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  changes_requested: `Changes requested: {{ title }}

Hello {{ name }},

{{ actor }} requests changes of **{{ title }}**. {{ note }}

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  schedule_missed: `Schedule missed: {{ title }}

Hello {{ name }},

**{{ title }}** could not be published or unpublished as scheduled. {{ note }}

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  mentioned: `{{ actor }} mentions you: {{ title }}

Hello {{ name }},

{{ actor }} mentions you in a comment on **{{ title }}**. {{ note }}

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  commented: `New comment: {{ title }}

Hello {{ name }},

{{ actor }} commented on **{{ title }}**. {{ note }}

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  published: `Published: {{ title }}

Hello {{ name }},

{{ actor }} has published **{{ title }}**. {{ note }}

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  due_soon: `Due soon: {{ title }}

Hello {{ name }},

**{{ title }}** is due on {{ note }} and is not finished yet.

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  overdue: `Overdue: {{ title }}

Hello {{ name }},

**{{ title }}** was due on {{ note }} and is not finished yet.

[Open it]({{ link }})

[Unsubscribe from these messages]({{ unsubscribe }})
`,
  test: `Test message from {{ site }}

This message shows that {{ site }} can send e-mail. It was sent on {{ time }}.
`,
};
