import type {
  OperatorPackage,
  OperatorRates,
} from '@sangwian/contract/endpoints/operator/catalogue';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Handlers } from '../../../platform/http/handler.ts';
import { startOfBangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { CatalogueChanged, CatalogueDeskDeps } from './catalogue-parts.ts';

const SHOWN_CHANGES_MAX = 50;

type PackageRow = Awaited<ReturnType<CatalogueDeskDeps['prices']['findPackages']>>[number];
type RateRows = Awaited<ReturnType<CatalogueDeskDeps['rates']['find']>>;

const presentPackage = (row: PackageRow): OperatorPackage => ({
  package_id: row.coin_package_id,
  name: row.name,
  base_coins: row.base_coins,
  bonus_coins: row.bonus_coins,
  satang: row.price_satang,
  offered: row.is_active,
  version: row.version,
  updated_by: row.updated_by,
});

const presentRates = (found: RateRows, automatic: boolean): OperatorRates => ({
  rates: [...(found?.rates ?? [])],
  as_of: found?.asOf.toISOString() ?? null,
  source: found?.source ?? null,
  by: found?.updatedBy ?? null,
  automatic,
  version: found?.version ?? 0,
});

/** Returns the rates as `{ USD: '0.028' }` for the audit. */
const ratesOf = (found: RateRows) =>
  Object.fromEntries((found?.rates ?? []).map(({ code, rate }) => [code, rate]));

/** Creates the handlers of coin packages, the price of custom amounts, and exchange rates. */
export function createPriceHandlers(
  { prices, rates }: Pick<CatalogueDeskDeps, 'prices' | 'rates'>,
  changed: CatalogueChanged,
): Handlers {
  const findPackage = async (packageId: number): Promise<OperatorPackage> => {
    const row = (await prices.findPackages()).find((one) => one.coin_package_id === packageId);
    if (row === undefined) throw new ApiError('package_not_found');
    return presentPackage(row);
  };
  const readCustom = async () => {
    const row = await prices.findCustom();
    return {
      satang_per_coin: row.coin_price_satang,
      version: row.version,
      updated_by: row.updated_by,
    };
  };
  return {
    'GET /operator/coin/package': async () => {
      const [packages, custom, changes] = await Promise.all([
        prices.findPackages(),
        readCustom(),
        prices.findChanges(SHOWN_CHANGES_MAX),
      ]);
      return {
        data: {
          packages: packages.map(presentPackage),
          custom,
          changes: changes.map((change) => ({
            package_id: change.coin_package_id,
            satang_before: change.satang_before,
            satang_after: change.satang_after,
            offered_before: change.active_before,
            offered_after: change.active_after,
            reason: change.reason,
            by: change.changed_by,
            at: change.changed_at.toISOString(),
          })),
        },
      };
    },
    'PUT /operator/coin/package/{package_id}': async ({ params, body, staff, audit }) => {
      const { package_id: packageId } = params;
      const { satang, offered, version, reason } = body;
      audit?.note({ subjectType: 'package', subjectId: String(packageId), reason });
      const before = await findPackage(packageId);
      const edit = { satang, isActive: offered, version, reason, actor: staff.name };
      await prices.change({ packageId, ...edit });
      const after = await findPackage(packageId);
      const factsOf = (row: OperatorPackage) => ({ satang: row.satang, offered: row.offered });
      audit?.note({ before: factsOf(before), after: factsOf(after) });
      changed(String(packageId));
      return { data: after };
    },
    'PUT /operator/coin/custom-price': async ({ body, staff, audit }) => {
      const { satang_per_coin: satang, version, reason } = body;
      audit?.note({ subjectType: 'package', subjectId: 'custom', reason });
      const before = await readCustom();
      await prices.change({ packageId: null, satang, version, reason, actor: staff.name });
      const after = await readCustom();
      audit?.note({
        before: { satang_per_coin: before.satang_per_coin },
        after: { satang_per_coin: after.satang_per_coin },
      });
      changed();
      return { data: after };
    },
    'GET /operator/rates': async () => ({
      data: presentRates(await rates.find(), rates.isAutomatic),
    }),
    'PUT /operator/rates': async ({ body, staff, audit }) => {
      const { reason, as_of: asOf, ...entered } = body;
      audit?.note({ subjectType: 'rates', subjectId: 'THB', reason });
      const before = await rates.find();
      const after = await rates.enter({
        ...entered,
        asOf: startOfBangkokDay(asOf),
        actor: staff.name,
      });
      audit?.note({ before: ratesOf(before), after: ratesOf(after) });
      changed();
      return { data: presentRates(after, rates.isAutomatic) };
    },
  };
}
