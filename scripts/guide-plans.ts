type Step =
  | {
      readonly replace?: readonly (readonly [from: string, to: string])[];
      /** Shell commands before and after the block; the latter check its effect. */
      readonly before?: string;
      readonly after?: string;
    }
  | { readonly leave: string };

export interface GuidePlan {
  readonly setUp?: string;
  readonly blocks: readonly Step[];
}

const project = 'galley init --project my-site';
const served = `${project}; cd my-site; as_ada galley serve; MADE=$(token)`;
const sampleToken = ['galley_…', '$MADE'] as const;

const ofContainers = { leave: 'requires a container engine; CI runs compose.yaml' };

export const guidePlans: Readonly<Record<string, GuidePlan>> = {
  agents: {
    setUp: `git init -q my-site
      ${project}
      git -C my-site add -A
      git -C my-site -c user.name=Ada -c user.email=ada@example.org commit -qm All
      cd my-site
      RUN=$(galley run --headless --json | field run_id)
      galley start`,
    blocks: [
      { leave: 'apps/cli/first-agent.test.ts follows these steps' },
      {
        replace: [
          ['run-1795306321000000000', '$RUN'],
          ['npm exec --no -- galley', 'MADE=$(npm exec --no -- galley'],
          ['implementer-1', 'implementer-1 --json)'],
        ],
        after: 'MADE=$(field token <<< "$MADE")',
      },
      {
        replace: [
          ['galley_worker_…', '$MADE'],
          ['/mcp', '/mcp < ask > answer'],
        ],
        before: `echo '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"follower","version":"1"}}}' > ask`,
        after: 'grep -q serverInfo answer',
      },
      { leave: 'the inspector is an external program that npx would download' },
      { leave: 'the inspector is an external program that npx would download' },
      ofContainers,
      {},
      {
        leave:
          'requires an agent program; apps/coordinator/agents/check-agents.test.ts checks stand-ins',
      },
      { leave: 'apps/cli/supervise.test.ts runs a coordinator and a supervisor like these' },
    ],
  },
  'ai-writer': {
    setUp: `${project}
      cd my-site
      "$NODE" -e '
        require("node:http").createServer((request, response) => {
          let body = "";
          request.on("data", (part) => (body += part)).on("end", () => {
            const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
            const text = "Because of soot.";
            if (!JSON.parse(body).stream) {
              const message = { role: "assistant", content: text };
              response.setHeader("Content-Type", "application/json");
              response.end(JSON.stringify({ model: "llama3.2", choices: [{ index: 0, message, finish_reason: "stop" }], usage }));
              return;
            }
            response.setHeader("Content-Type", "text/event-stream");
            const say = (value) => response.write("data: " + JSON.stringify({ model: "llama3.2", ...value }) + "\\n\\n");
            say({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] });
            say({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }], usage });
            response.end("data: [DONE]\\n\\n");
          });
        }).listen(Number(process.env.OTHER), "127.0.0.1");
      ' & servers+=($!)
      printf 'plugins:\\n  aiwriter:\\n    base_url: http://127.0.0.1:%s/v1\\n    model: llama3.2\\n' "$OTHER" >> galley.yaml
      export GALLEY_ADMIN_USERNAME=ada GALLEY_ADMIN_PASSWORD="$password"`,
    blocks: [
      { leave: 'downloads a model' },
      { after: 'MADE=$(token)' },
      { leave: 'requires an external account' },
      { replace: [sampleToken], after: '' },
      {},
      {},
    ],
  },
  backups: {
    setUp: `${project}; cd my-site`,
    blocks: [
      {
        replace: [['nightly-2026-06-01T020000Z.zip', 'nightly-*.zip']],
        after: 'test "$(ls .service/backups/*.zip | wc -l)" -eq 3',
      },
      {},
      { leave: 'requires an S3 bucket; covered by apps/cli/encrypted-backups.test.ts' },
      { leave: 'requires an empty database; covered by apps/cli/restore-database.test.ts' },
      {},
      {},
    ],
  },
  'checking-a-project': { setUp: `${project}; cd my-site; galley migrate`, blocks: [{}] },
  docker: { blocks: [ofContainers, ofContainers, ofContainers, ofContainers, ofContainers] },
  editorial: {
    setUp: `${project}; cd my-site; printf -- '---\\ntitle: A letter\\nworkflow: draft\\n---\\nDear reader\\n' > content/posts/letter.md; as_ada galley serve; MADE=$(token)`,
    blocks: [
      {
        replace: [sampleToken],
        after: 'grep -q "^scheduled_unpublish_at: 2027-04-01" content/posts/letter.md',
      },
    ],
  },
  'first-site': {
    setUp: project,
    blocks: [
      {
        leave:
          'the first command is for a fresh clone; the browser tests of the admin cover the rest',
      },
      {},
      { before: 'galley migrate --project my-site' },
      { after: 'test -f my-site/public/index.html' },
    ],
  },
  mail: { blocks: [{ leave: 'requires a mail server; packages/mail/mail.test.ts has one' }] },
  tokens: { blocks: [{ leave: 'apps/cms/people/token-overview.test.ts asks the same' }] },
  'sign-in': {
    blocks: [{ leave: 'apps/cli/sign-in-link.test.ts makes a link' }],
  },
  media: {
    setUp: `${served}
      picture() { "$NODE" -e 'require(process.env.ROOT + "/node_modules/sharp")({ create: { width: 80, height: 60, channels: 3, background: process.argv[2] } }).jpeg().toFile(process.argv[1])' "$@"; }
      picture press.jpg red; picture better.jpg blue`,
    blocks: [
      { replace: [sampleToken] },
      {},
      {},
      {
        replace: [
          [
            '.trash/media/press/first.20260601T080000Z-1a2b3c4d.jpg',
            `'"$(ls content/.trash/media/press/first.*.jpg | sed 's,^content/,,')"'`,
          ],
        ],
      },
      {},
      {},
      {},
      {
        replace: [
          [
            '.trash/media/archive/first.20260601T080000Z-1a2b3c4d.jpg',
            `'"$(ls content/.trash/media/archive/first.*.jpg | sed 's,^content/,,')"'`,
          ],
        ],
      },
      { before: 'cp press.jpg content/media/a.jpg; cp better.jpg content/media/b.jpg; sleep 1' },
      {
        leave:
          'requires a public page and a second person; covered by apps/cms/media/media-review.test.ts',
      },
    ],
  },
  monitoring: {
    setUp: `${project}; cd my-site`,
    blocks: [{}, { leave: 'Prometheus is an external program; CI checks its files' }, {}],
  },
  people: {
    setUp: `${project}; cd my-site; as_ada galley serve; MADE=$(token); echo 'another long passphrase' > new-password`,
    blocks: [
      {
        // Asking for a password needs a terminal.
        replace: [['reset-password ada  ', 'reset-password ada --link ']],
        after: `password='another long passphrase'; MADE=$(token)`,
      },
      {
        replace: [
          sampleToken,
          ['https://example.org', 'http://127.0.0.1:8080'],
          ["'Auth", '"Auth'],
          ["$MADE'", '$MADE"'],
        ],
      },
    ],
  },
  plugins: {
    setUp: `${project}; cd my-site`,
    blocks: [
      {},
      {},
      {
        after: `for _ in $(seq 100); do page=$(curl "http://127.0.0.1:$PORT/about/"); [[ $page == *"<small>1 min</small>"* ]] && break; sleep 0.1; done
          [[ $page == *"<small>1 min</small>"* ]]`,
      },
      { leave: 'apps/cli/managing-plugins.test.ts packs the archives and follows these commands' },
    ],
  },
  recipes: {
    setUp: `${project}; cd my-site`,
    blocks: [
      { replace: [['galley run proofread', 'galley run proofread --headless']] },
      { leave: 'apps/cms/runs/recipes.test.ts calls the webhook' },
    ],
  },
  runs: {
    setUp: `${served}; GALLEY_TOKEN=$MADE`,
    blocks: [
      {
        replace: [
          ['npm exec --no -- galley run --goal', 'npm exec --no -- galley run --headless --goal'],
        ],
      },
      {
        before: `curl -X POST "http://127.0.0.1:$COORDINATOR/api/v1/workspaces/default/runs/force-stop" -H "Authorization: Bearer $GALLEY_TOKEN" -H 'Idempotency-Key: before' -d '{}'`,
      },
      { leave: 'apps/cli/runs-inspection.test.ts runs these commands' },
    ],
  },
  scaling: {
    setUp: `${project}; cd my-site`,
    // The workers are child processes of the started one.
    blocks: [{ after: 'test "$(pgrep -P "${servers[0]}" | wc -l)" -ge 4' }],
  },
  sdk: {
    blocks: [
      {
        before: 'mkdir galley program; here=$PWD; cd "$ROOT"',
        replace: [['packages/sdk', 'packages/sdk --pack-destination "$here/galley"']],
        after: 'cd "$here/program"; echo "{}" > package.json',
      },
      {
        after: `"$NODE" --input-type=module -e '
          import { createGalley } from "@galley/sdk";
          createGalley({ baseUrl: "http://localhost:8080" });
        '`,
      },
      { leave: 'apps/cms/sdk-examples.test.ts runs the examples' },
    ],
  },
  security: { setUp: `${project}; galley migrate --project my-site`, blocks: [{}] },
  service: {
    setUp: `${project}
      printf 'server: { port: %s }\\n' "$PORT" >> my-site/galley.yaml
      export HOME=$PWD/home PATH=$PWD/bin:$PATH
      mkdir home bin
      cp "$ROOT/scripts/follow-guides-systemctl.sh" bin/systemctl
      trap 'systemctl --user stop; end' EXIT
      is_ready() { for _ in $(seq 60); do [[ $(galley logs) == *"ready site=http://127.0.0.1:$PORT "* ]] && return; done; return 1; }`,
    blocks: [
      {
        replace: [['npm exec --no -- galley logs -f', 'is_ready']],
        after: `test -z "$(ls home/.config/systemd/user 2>/dev/null)"`,
      },
    ],
  },
  'static-site': {
    setUp: project,
    blocks: [
      { after: 'test -f my-site/public/404.html' },
      {
        replace: [['web@example.org:/var/www/site/', 'web-server/']],
        after: 'diff -r my-site/public/ web-server',
      },
    ],
  },
};
