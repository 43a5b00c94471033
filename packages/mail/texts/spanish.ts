import type { MailKind } from '../mail.ts';

export const spanish: Readonly<Record<MailKind, string>> = {
  invitation: `{{ inviter }} te invita a {{ site }}

Hola, {{ name }}:

{{ inviter }} ha creado una cuenta para ti en {{ site }}. Elige una contraseña para iniciar sesión:

[Elegir una contraseña]({{ link }})

Tu nombre de usuario es **{{ username }}**. El enlace funciona una sola vez, hasta el {{ expires }}.

Si no esperabas este mensaje, ignóralo.
`,
  password_reset: `Elige una contraseña nueva para {{ site }}

Hola, {{ name }}:

se ha pedido una contraseña nueva para tu cuenta **{{ username }}** en {{ site }}.

[Elegir una contraseña nueva]({{ link }})

El enlace funciona una sola vez, hasta el {{ expires }}. Si no lo has pedido, ignora este mensaje: tu contraseña no cambia.
`,
  password_changed: `Se ha cambiado tu contraseña de {{ site }}

Hola, {{ name }}:

la contraseña de tu cuenta **{{ username }}** en {{ site }} se cambió el {{ time }}. Se han cerrado las demás sesiones.

Si no has sido tú, [pide una contraseña nueva]({{ link }}) y avisa a un administrador.
`,
  second_factor_enabled: `La verificación en dos pasos de {{ site }} está activada

Hola, {{ name }}:

la verificación en dos pasos de tu cuenta **{{ username }}** en {{ site }} se configuró el {{ time }}.

Si no has sido tú, avisa a un administrador.
`,
  second_factor_disabled: `La verificación en dos pasos de {{ site }} está desactivada

Hola, {{ name }}:

la verificación en dos pasos de tu cuenta **{{ username }}** en {{ site }} se desactivó el {{ time }}. Basta tu contraseña para iniciar sesión.

Si no has sido tú, [pide una contraseña nueva]({{ link }}) y avisa a un administrador.
`,
  passkey_added: `Se ha añadido una llave de acceso para {{ site }}

Hola, {{ name }}:

la llave de acceso «{{ passkey }}» se añadió a tu cuenta **{{ username }}** en {{ site }} el {{ time }}. Puedes iniciar sesión con ella. Se han cerrado las demás sesiones.

Si no has sido tú, [pide una contraseña nueva]({{ link }}), elimina la llave de acceso en tu cuenta y avisa a un administrador.
`,
  passkey_removed: `Se ha eliminado una llave de acceso de {{ site }}

Hola, {{ name }}:

la llave de acceso «{{ passkey }}» se eliminó de tu cuenta **{{ username }}** en {{ site }} el {{ time }}. Ya no sirve para iniciar sesión.

Si no has sido tú, [pide una contraseña nueva]({{ link }}) y avisa a un administrador.
`,
  sign_in_linked: `Se ha vinculado un inicio de sesión a tu cuenta de {{ site }}

Hola, {{ name }}:

el {{ time }} se vinculó a tu cuenta **{{ username }}** en {{ site }} el inicio de sesión de otro servicio. Con él se entra en tu cuenta sin contraseña.

Si no has sido tú, avisa a un administrador, que puede quitarlo.
`,
  sign_in_unlinked: `Se ha quitado un inicio de sesión de tu cuenta de {{ site }}

Hola, {{ name }}:

el {{ time }} se quitó un inicio de sesión vinculado a tu cuenta **{{ username }}** en {{ site }}. Se han cerrado las demás sesiones.

Si no has sido tú, avisa a un administrador.
`,
  email_changed: `Se ha cambiado tu dirección de correo en {{ site }}

Hola, {{ name }}:

la dirección de correo de tu cuenta **{{ username }}** en {{ site }} se cambió el {{ time }}. Los mensajes ya no llegan a esta dirección.

Si no has sido tú, avisa a un administrador.
`,
  token_expiring: `Tu token de API {{ token }} caduca pronto

Hola, {{ name }}:

tu token de API **{{ token }}** en {{ site }} caduca el {{ expires }}. A partir de entonces se rechazarán los programas que lo usen.

[Renovarlo o revocarlo]({{ link }})
`,
  service_token_expiring: `El token de API {{ token }} de {{ account }} caduca pronto

Hola, {{ name }}:

el token de API **{{ token }}** de la cuenta de servicio **{{ account }}** en {{ site }} caduca el {{ expires }}. Eres responsable de esta cuenta.

[Renuévalo o revócalo]({{ link }}), o pídeselo a alguien que gestione los usuarios.
`,
  email_confirm: `Confirma tu dirección de correo en {{ site }}

Hola, {{ name }}:

esta dirección se ha indicado para la cuenta **{{ username }}** en {{ site }}.

[Confirmar la dirección]({{ link }})

El enlace funciona una sola vez, hasta el {{ expires }}, y solo con la sesión iniciada. Si no esperabas este mensaje, ignóralo.
`,
  email_requested: `Se ha pedido cambiar tu dirección de correo en {{ site }}

Hola, {{ name }}:

el {{ time }}, alguien con la sesión iniciada en tu cuenta **{{ username }}** en {{ site }} indicó {{ email }} como nueva dirección de correo.

Si no has sido tú, conserva esta dirección:

[Conservar esta dirección]({{ link }})

El enlace funciona hasta el {{ expires }}, también después de confirmarse la nueva dirección. Después, elige una contraseña nueva:

[Elegir una contraseña nueva]({{ password }})
`,
  new_device: `Nuevo inicio de sesión en {{ site }}

Hola, {{ name }}:

alguien ha iniciado sesión en tu cuenta **{{ username }}** en {{ site }} con un navegador que no habías usado antes.

- Hora: {{ time }}
- Dispositivo: {{ device }}
- Red: {{ network }}

Si has sido tú, no tienes que hacer nada. Si no, elige una contraseña nueva; así se cierran todas las sesiones:

[Elegir una contraseña nueva]({{ password }})

[Ver tus sesiones]({{ link }})
`,
  review_requested: `Revisión solicitada: {{ title }}

Hola, {{ name }}:

{{ actor }} solicita una revisión de **{{ title }}**. {{ note }}

[Revisar]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  assigned: `Se te ha asignado: {{ title }}

Hola, {{ name }}:

{{ actor }} te ha asignado **{{ title }}**. {{ note }}

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  approved: `Aprobado: {{ title }}

Hola, {{ name }}:

{{ actor }} ha aprobado **{{ title }}**. {{ note }}

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  changes_requested: `Cambios solicitados: {{ title }}

Hola, {{ name }}:

{{ actor }} solicita cambios en **{{ title }}**. {{ note }}

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  schedule_missed: `No se cumplió la programación: {{ title }}

Hola, {{ name }}:

**{{ title }}** no pudo publicarse o retirarse como estaba programado. {{ note }}

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  published: `Publicado: {{ title }}

Hola, {{ name }}:

{{ actor }} ha publicado **{{ title }}**. {{ note }}

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  due_soon: `Vence pronto: {{ title }}

Hola, {{ name }}:

**{{ title }}** vence el {{ note }} y aún no está terminado.

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  overdue: `Vencido: {{ title }}

Hola, {{ name }}:

**{{ title }}** venció el {{ note }} y aún no está terminado.

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  test: `Mensaje de prueba de {{ site }}

Este mensaje muestra que {{ site }} puede enviar correo. Se envió el {{ time }}.
`,
};
