import { type Configuration, type InteractionResults, Provider } from 'oidc-provider';
import { type Person, Persons } from './persons.ts';

/** Where a provider is, and who may use it. */
export interface IdentityPlace {
  /** As it writes itself into its tokens; the site's server reaches it there. */
  readonly issuer: string;
  /** Where browsers reach the same: through the site. Without a slash at its end. */
  readonly siteUrl: string;
}

export interface IdentityOptions extends IdentityPlace {
  /** `line` or `apple`: the last part of the issuer. */
  readonly name: 'line' | 'apple';
  readonly subjectOf: (hash: string) => string;
  readonly claimsOf: (person: Person, hidesEmail: boolean) => Record<string, string | boolean>;
  readonly configuration: Configuration;
  /** What it says of itself, beside what all say. */
  readonly discovery: Readonly<Record<string, unknown>>;
  /** Refuses what the real one refuses; a sentence, or `null`. */
  readonly refusalOf?: (authorization: URLSearchParams) => string | null;
  /** What goes with the answer of somebody's first consent alone. */
  readonly firstAnswerOf?: (person: Person) => Record<string, string>;
}

/** A sign-in that waits for a tester. */
export type PendingInteraction = InstanceType<Provider['Interaction']>;

/** What a tester answered on the page. */
export interface Choice {
  readonly person: Person;
  readonly hidesEmail: boolean;
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

const COMMON: Configuration = {
  responseTypes: ['code'],
  conformIdTokenClaims: false,
  issueRefreshToken: async () => true,
  rotateRefreshToken: false,
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true },
  },
  ttl: {
    AccessToken: 30 * DAY_S,
    AuthorizationCode: 300,
    Grant: 90 * DAY_S,
    IdToken: HOUR_S,
    Interaction: HOUR_S,
    RefreshToken: 90 * DAY_S,
    Session: HOUR_S,
  },
};

/** An OpenID provider whose users are whoever a tester picks. */
export class IdentityProvider {
  readonly name: IdentityOptions['name'];
  readonly siteUrl: URL;
  readonly persons: Persons;
  readonly oidc: Provider;
  readonly discovery: Readonly<Record<string, unknown>>;
  readonly refusalOf: NonNullable<IdentityOptions['refusalOf']>;
  /** Consents that hold, by subject. */
  readonly #grants = new Map<string, Set<string>>();
  readonly #hidden = new Set<string>();
  /** Whose first consent is on its way back to the site. */
  readonly #firsts = new Set<string>();

  constructor(options: IdentityOptions) {
    const { name, issuer, siteUrl, subjectOf, claimsOf, configuration } = options;
    this.name = name;
    this.siteUrl = new URL(siteUrl);
    this.persons = new Persons(name, subjectOf);
    this.discovery = { issuer, subject_types_supported: ['pairwise'], ...options.discovery };
    this.refusalOf = options.refusalOf ?? (() => null);
    this.oidc = new Provider(issuer, {
      ...COMMON,
      ...configuration,
      interactions: { url: (_context, { uid }) => `/sandbox/${name}/interaction/${uid}` },
      findAccount: (_context, subject) => {
        const person = this.persons.find(subject);
        if (person === undefined) return undefined;
        return {
          accountId: subject,
          claims: async () => ({ sub: subject, ...claimsOf(person, this.#hidden.has(subject)) }),
        };
      },
    });
    // Browsers come through the site, which says in its headers where it is.
    this.oidc.proxy = true;
    this.oidc.on('authorization.success', (context, answer = {}) => {
      // Neither of the real ones names itself in its answers.
      answer.iss = undefined;
      const subject = context.oidc.session?.accountId ?? '';
      const person = this.persons.find(subject);
      if (!this.#firsts.delete(subject) || person === undefined) return;
      Object.assign(answer, options.firstAnswerOf?.(person));
    });
    this.oidc.on('grant.revoked', (_context, grantId) => this.#forget(grantId));
  }

  /** Whether somebody has let the site know who they are, and not taken it back. */
  isConnected(subject: string): boolean {
    return this.#grants.has(subject);
  }

  /** Signs somebody in and notes their consent. @returns where the browser goes on */
  async consent(interaction: PendingInteraction, { person, hidesEmail }: Choice): Promise<string> {
    const { subject } = person;
    if (!this.isConnected(subject)) this.#firsts.add(subject);
    const { client_id: clientId, scope } = interaction.params;
    const grant = new this.oidc.Grant({ accountId: subject, clientId: String(clientId) });
    grant.addOIDCScope(String(scope));
    const grantId = await grant.save();
    this.#grants.set(subject, (this.#grants.get(subject) ?? new Set()).add(grantId));
    if (hidesEmail) this.#hidden.add(subject);
    else this.#hidden.delete(subject);
    return this.#finish(interaction, {
      login: { accountId: subject, remember: false },
      consent: { grantId },
    });
  }

  /** The tester has thought better of it. @returns where the browser goes on */
  refuse(interaction: PendingInteraction): Promise<string> {
    return this.#finish(interaction, { error: 'access_denied' });
  }

  async #finish(interaction: PendingInteraction, result: InteractionResults): Promise<string> {
    interaction.result = result;
    await interaction.save(HOUR_S);
    return interaction.returnTo;
  }

  /** Takes back everything that somebody consented to. */
  async disconnect(subject: string): Promise<void> {
    for (const grantId of this.#grants.get(subject) ?? []) {
      await this.oidc.AccessToken.revokeByGrantId(grantId);
      await this.oidc.RefreshToken.revokeByGrantId(grantId);
      await (await this.oidc.Grant.find(grantId))?.destroy();
    }
    this.#grants.delete(subject);
  }

  /** One consent that is taken back takes all of them back. */
  #forget(grantId: string): void {
    for (const [subject, grants] of this.#grants) {
      if (grants.has(grantId)) this.#grants.delete(subject);
    }
  }
}
