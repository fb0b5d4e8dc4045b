/** Writes docs/configuration.md from the schema of the environment. `configuration.test.ts` compares the two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_VARIABLES } from '@sangwian/node-kit/secret-variables';
import { VARIABLES } from '@sangwian/node-kit/variables';

const rows = Object.entries(VARIABLES).map(
  ([name, { def, description }]) =>
    `| \`${name}\` | ${def.defaultValue === '' ? '–' : `\`${def.defaultValue}\``} | ${description} |`,
);

writeFileSync(
  join(import.meta.dirname, '../../docs/configuration.md'),
  `# Configuration

All settings are read from the environment. The schema of the variables is \`packages/node-kit/src/variables.ts\`; this
table is written from it by \`node tools/check/write-configuration.ts\`.

| name | default | description |
|---|---|---|
${rows.join('\n')}

\`npm start\` makes its own secrets once and keeps them in \`DATA_DIR/secrets.json\` (mode 0600).
\`npm start -- --production\` (or \`NODE_ENV=production\`) makes none: it refuses to start while one is
missing, a development default or too weak, and says which. Each needs 128 random bits: \`openssl rand -hex 32\` makes
256.

## Secrets from files

Each of these variables can be read from a file, as vaults and container platforms mount them: set the name with \`_FILE\`
to the path, such as \`OTP_SECRET_FILE=/run/secrets/otp\`. The line break at the end of the file is removed. A file that is
missing, empty or longer than 64 KiB stops the start. After a changed secret, restart the service.

${SECRET_VARIABLES.map((name) => `\`${name}\``).join(', ')}
`,
);
