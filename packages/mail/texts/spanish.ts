import type { MailKind } from '../mail.ts';

export const spanish: Readonly<Record<MailKind, string>> = {
  invitation: `{{ inviter }} le invita a {{ site }}

Hola, {{ name }}:

{{ inviter }} ha creado una cuenta para usted en {{ site }}. Elija una contraseña para iniciar sesión:

[Elegir una contraseña]({{ link }})

Su nombre de usuario es **{{ username }}**. El enlace funciona una sola vez, hasta el {{ expires }}.

Si no esperaba este mensaje, ignórelo.
`,
  password_reset: `Elija una contraseña nueva para {{ site }}

Hola, {{ name }}:

se ha pedido una contraseña nueva para su cuenta **{{ username }}** en {{ site }}.

[Elegir una contraseña nueva]({{ link }})

El enlace funciona una sola vez, hasta el {{ expires }}. Si no la ha pedido usted, ignore este mensaje: su contraseña no cambia.
`,
  password_changed: `Se ha cambiado su contraseña de {{ site }}

Hola, {{ name }}:

la contraseña de su cuenta **{{ username }}** en {{ site }} se cambió el {{ time }}. Se han cerrado las demás sesiones.

Si no ha sido usted, [pida una contraseña nueva]({{ link }}) y avise a un administrador.
`,
  second_factor_enabled: `La verificación en dos pasos de {{ site }} está activada

Hola, {{ name }}:

la verificación en dos pasos de su cuenta **{{ username }}** en {{ site }} se configuró el {{ time }}.

Si no ha sido usted, avise a un administrador.
`,
  second_factor_disabled: `La verificación en dos pasos de {{ site }} está desactivada

Hola, {{ name }}:

la verificación en dos pasos de su cuenta **{{ username }}** en {{ site }} se desactivó el {{ time }}. Basta su contraseña para iniciar sesión.

Si no ha sido usted, [pida una contraseña nueva]({{ link }}) y avise a un administrador.
`,
  passkey_added: `Se ha añadido una llave de acceso para {{ site }}

Hola, {{ name }}:

la llave de acceso «{{ passkey }}» se añadió a su cuenta **{{ username }}** en {{ site }} el {{ time }}. Puede iniciar sesión con ella. Se han cerrado las demás sesiones.

Si no ha sido usted, [pida una contraseña nueva]({{ link }}), elimine la llave de acceso en su cuenta y avise a un administrador.
`,
  passkey_removed: `Se ha eliminado una llave de acceso de {{ site }}

Hola, {{ name }}:

la llave de acceso «{{ passkey }}» se eliminó de su cuenta **{{ username }}** en {{ site }} el {{ time }}. Ya no sirve para iniciar sesión.

Si no ha sido usted, [pida una contraseña nueva]({{ link }}) y avise a un administrador.
`,
  sign_in_linked: `Se ha vinculado un inicio de sesión a su cuenta de {{ site }}

Hola, {{ name }}:

el {{ time }} se vinculó a su cuenta **{{ username }}** en {{ site }} el inicio de sesión de otro servicio. Con él se entra en su cuenta sin contraseña.

Si no ha sido usted, avise a un administrador, que puede quitarlo.
`,
  sign_in_unlinked: `Se ha quitado un inicio de sesión de su cuenta de {{ site }}

Hola, {{ name }}:

el {{ time }} se quitó un inicio de sesión vinculado a su cuenta **{{ username }}** en {{ site }}. Se han cerrado las demás sesiones.

Si no ha sido usted, avise a un administrador.
`,
  email_changed: `Se ha cambiado su dirección de correo en {{ site }}

Hola, {{ name }}:

la dirección de correo de su cuenta **{{ username }}** en {{ site }} se cambió el {{ time }}. Los mensajes ya no llegan a esta dirección.

Si no ha sido usted, avise a un administrador.
`,
  token_expiring: `Su token de API {{ token }} caduca pronto

Hola, {{ name }}:

su token de API **{{ token }}** en {{ site }} caduca el {{ expires }}. A partir de entonces se rechazarán los programas que lo usen.

[Renovarlo o revocarlo]({{ link }})
`,
  service_token_expiring: `El token de API {{ token }} de {{ account }} caduca pronto

Hola, {{ name }}:

el token de API **{{ token }}** de la cuenta de servicio **{{ account }}** en {{ site }} caduca el {{ expires }}. Usted es responsable de esta cuenta.

[Renuévelo o revóquelo]({{ link }}), o pídaselo a alguien que gestione los usuarios.
`,
  email_confirm: `Confirme su dirección de correo en {{ site }}

Hola, {{ name }}:

esta dirección se ha indicado para la cuenta **{{ username }}** en {{ site }}.

[Confirmar la dirección]({{ link }})

El enlace funciona una sola vez, hasta el {{ expires }}, y solo con la sesión iniciada. Si no esperaba este mensaje, ignórelo.
`,
  email_requested: `Se ha pedido cambiar su dirección de correo en {{ site }}

Hola, {{ name }}:

el {{ time }}, alguien con la sesión iniciada en su cuenta **{{ username }}** en {{ site }} indicó {{ email }} como nueva dirección de correo.

Si no ha sido usted, conserve esta dirección:

[Conservar esta dirección]({{ link }})

El enlace funciona hasta el {{ expires }}, también después de confirmarse la nueva dirección. Después, elija una contraseña nueva:

[Elegir una contraseña nueva]({{ password }})
`,
  new_device: `Nuevo inicio de sesión en {{ site }}

Hola, {{ name }}:

alguien ha iniciado sesión en su cuenta **{{ username }}** en {{ site }} con un navegador que usted no había usado antes.

- Hora: {{ time }}
- Dispositivo: {{ device }}
- Red: {{ network }}

Si ha sido usted, no tiene que hacer nada. Si no, elija una contraseña nueva; así se cierran todas las sesiones:

[Elegir una contraseña nueva]({{ password }})

[Ver sus sesiones]({{ link }})
`,
  review_requested: `Revisión solicitada: {{ title }}

Hola, {{ name }}:

{{ actor }} solicita una revisión de **{{ title }}**. {{ note }}

[Revisar]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  assigned: `Se le ha asignado: {{ title }}

Hola, {{ name }}:

{{ actor }} le ha asignado **{{ title }}**. {{ note }}

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
  mentioned: `{{ actor }} le menciona: {{ title }}

Hola, {{ name }}:

{{ actor }} le menciona en un comentario sobre **{{ title }}**. {{ note }}

[Abrir]({{ link }})

[Cancelar estos mensajes]({{ unsubscribe }})
`,
  commented: `Nuevo comentario: {{ title }}

Hola, {{ name }}:

{{ actor }} ha comentado **{{ title }}**. {{ note }}

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
