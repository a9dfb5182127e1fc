import type { FamilyKey } from '../../../../common/families.ts';
import { listApi } from '../../../lib/http/api.ts';
import { queryOf } from '../../../lib/query.ts';

/** The lists that the viewer has deleted and can restore. */
export const deletedListsQuery = (family: FamilyKey) => queryOf(listApi[family].deleted);
