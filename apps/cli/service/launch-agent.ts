import type { ServiceDefinition } from './service-definition.ts';

/** Renders a property list for launchd: launchd.plist(5). */
export function launchAgent(definition: ServiceDefinition): string {
  const { name, project, command, variables, log } = definition;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(name)}
  <key>WorkingDirectory</key>
  ${string(project)}
  <key>ProgramArguments</key>
  <array>
    ${command.map(string).join('\n    ')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    ${Object.entries(variables)
      .map(([key, value]) => `<key>${escaped(key)}</key>\n    ${string(value)}`)
      .join('\n    ')}
  </dict>
  <key>StandardOutPath</key>
  ${string(log)}
  <key>StandardErrorPath</key>
  ${string(log)}
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>60</integer>
</dict>
</plist>
`;
}

function string(text: string): string {
  return `<string>${escaped(text)}</string>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
