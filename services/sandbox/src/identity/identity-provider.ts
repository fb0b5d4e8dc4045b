import { type Configuration, type InteractionResults, Provider } from 'oidc-provider';
import { type Person, Persons } from './persons.ts';

/** URLs of a provider. */
export interface IdentityPlace {
  /** The issuer of the provider's tokens, which is also its URL for the site's server. */
  readonly issuer: string;
  /** URL for browsers, through the site; without a trailing slash. */
  readonly siteUrl: string;
}

export interface IdentityOptions extends IdentityPlace {
  /** `line` or `apple`: the last part of the issuer. */
  readonly name: 'line' | 'apple';
  readonly subjectOf: (hash: string) => string;
  readonly claimsOf: (person: Person, hidesEmail: boolean) => Record<string, string | boolean>;
  readonly configuration: Configuration;
  /** Additional discovery metadata. */
  readonly discovery: Readonly<Record<string, unknown>>;
  /** Returns why the real provider would refuse the request, or `null`. */
  readonly refusalOf?: (authorization: URLSearchParams) => string | null;
  /** Additional values in the answer to a person's first consent. */
  readonly firstAnswerOf?: (person: Person) => Record<string, string>;
}

/** A sign-in that waits for the tester's choice. */
export type PendingInteraction = InstanceType<Provider['Interaction']>;

/** The tester's choice. */
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

/** An OpenID provider whose users are invented persons that testers choose. */
export class IdentityProvider {
  readonly name: IdentityOptions['name'];
  readonly siteUrl: URL;
  readonly persons: Persons;
  readonly oidc: Provider;
  readonly discovery: Readonly<Record<string, unknown>>;
  readonly refusalOf: NonNullable<IdentityOptions['refusalOf']>;
  /** Active grants by subject. */
  readonly #grants = new Map<string, Set<string>>();
  readonly #hidden = new Set<string>();
  /** Grants of first consents whose answer has not been sent yet. */
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
    // Browsers come through the site, whose proxy headers name its URL.
    this.oidc.proxy = true;
    this.oidc.on('authorization.success', (context, answer = {}) => {
      // The real providers send no issuer in their answers.
      answer.iss = undefined;
      const subject = context.oidc.session?.accountId ?? '';
      const person = this.persons.find(subject);
      if (!this.#firsts.delete(subject) || person === undefined) return;
      Object.assign(answer, options.firstAnswerOf?.(person));
    });
    this.oidc.on('grant.revoked', (_context, grantId) => this.#forget(grantId));
  }

  /** Whether a subject has consented and not revoked it. */
  isConnected(subject: string): boolean {
    return this.#grants.has(subject);
  }

  /** Signs a person in and records the consent. @returns the URL to redirect to */
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

  /** Cancels the sign-in. @returns the URL to redirect to */
  refuse(interaction: PendingInteraction): Promise<string> {
    return this.#finish(interaction, { error: 'access_denied' });
  }

  async #finish(interaction: PendingInteraction, result: InteractionResults): Promise<string> {
    interaction.result = result;
    await interaction.save(HOUR_S);
    return interaction.returnTo;
  }

  /** Revokes all grants of a subject. */
  async disconnect(subject: string): Promise<void> {
    for (const grantId of this.#grants.get(subject) ?? []) {
      await this.oidc.AccessToken.revokeByGrantId(grantId);
      await this.oidc.RefreshToken.revokeByGrantId(grantId);
      await (await this.oidc.Grant.find(grantId))?.destroy();
    }
    this.#grants.delete(subject);
  }

  /** Revoking one grant revokes all grants of its subject. */
  #forget(grantId: string): void {
    for (const [subject, grants] of this.#grants) {
      if (grants.has(grantId)) this.#grants.delete(subject);
    }
  }
}
