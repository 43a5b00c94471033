import type { ServiceDefinition } from './service-definition.ts';

/** Renders a user unit for systemd: systemd.service(5), systemd.exec(5). */
export function systemdUnit({ project, command, variables, log }: ServiceDefinition): string {
  const environment = Object.entries(variables).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
  );
  return `[Unit]
Description=Galley, the server of ${plain(project)}

[Service]
WorkingDirectory=${plain(project)}
ExecStart=${command.map(quotedArgument).join(' ')}
${environment.join('\n')}
StandardOutput=append:${plain(log)}
StandardError=append:${plain(log)}
# The last process of the project stops the embedded database; that may be another process.
KillMode=process
TimeoutStopSec=60
Restart=on-failure
RestartSec=2

[Install]
WantedBy=default.target
`;
}

/** Escapes percent signs, which begin a specifier everywhere in a unit. */
function plain(text: string): string {
  return text.replaceAll('%', '%%');
}

function quoted(text: string): string {
  return `"${plain(text).replace(/[\\"]/g, '\\$&')}"`;
}

/** Escapes dollar signs, which begin a variable in a command line. */
function quotedArgument(text: string): string {
  return quoted(text).replaceAll('$', '$$$$');
}
