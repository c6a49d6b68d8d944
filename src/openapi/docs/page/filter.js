/**
 * The groups and operations in which the reader's words occur: in the name of the group, or in the summary, path or
 * identifier of the operation.
 *
 * @param taggedOperations Immutable map of tags
 * @param {string} [phrase]
 */
export function filterOperations(taggedOperations, phrase) {
  if (typeof phrase !== 'string' || !phrase.trim()) return taggedOperations;
  const folded = foldText(phrase.trim());
  const has = (...texts) => texts.some((text) => text && foldText(String(text)).includes(folded));
  return taggedOperations
    .map((group, tag) =>
      has(tag, group.getIn(['tagDetails', 'x-displayName']))
        ? group
        : group.update('operations', (operations) => operations.filter((each) => has(...textsOf(each)))),
    )
    .filter((group) => group.get('operations').size > 0);
}

function textsOf(operation) {
  return [
    operation.get('path'),
    operation.getIn(['operation', 'summary']),
    operation.getIn(['operation', '__originalOperationId']) ?? operation.getIn(['operation', 'operationId']),
  ];
}

/** Without case and accents. */
function foldText(text) {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
