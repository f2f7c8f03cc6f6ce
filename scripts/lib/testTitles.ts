import ts from 'typescript'

/** The title of a test, a group or a row of cases that names requirements. */
export interface TestTitle {
  /** The title without numbers; values filled in at run time are '…'. */
  text: string
  requirements: string[]
  onlyInAll: boolean
}

const NUMBER = /\[([A-Z]+-\d+)\]/g
const SKIPPING: ReadonlySet<string> = new Set(['skip', 'todo', 'fixme'])

/** Titles in source order, without those of skipped tests. */
export function titlesOf(source: string, fileName: string): TestTitle[] {
  const titles: TestTitle[] = []
  const visit = (node: ts.Node, onlyInAll: boolean): void => {
    const text = textOf(node)
    if (text !== undefined) {
      const requirements = [...text.matchAll(NUMBER)].map(([, number]) => number!)
      if (requirements.length > 0) titles.push({ text: wordsOf(text), requirements, onlyInAll })
    }
    if (ts.isCallExpression(node) && isSkipping(node.expression)) return
    const tagged =
      onlyInAll ||
      (ts.isCallExpression(node) && isTaggedAll(node)) ||
      (ts.isVariableDeclaration(node) && isTitleOfTagged(node))
    ts.forEachChild(node, (child) => visit(child, tagged))
  }
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true), false)
  return titles
}

/** Matches `it.skip` or `describe.skip.each(table)`. */
function isSkipping(called: ts.Expression): boolean {
  if (ts.isCallExpression(called)) return isSkipping(called.expression)
  if (!ts.isPropertyAccessExpression(called)) return false
  return SKIPPING.has(called.name.text) || isSkipping(called.expression)
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

/** Placeholders such as `%s` in the title of a table of cases. */
const FILLED_IN = /%[sdifjop#]/g

const wordsOf = (text: string): string =>
  text.replace(NUMBER, '').replace(FILLED_IN, '…').replace(/\s+/g, ' ').trim()

/** Matches `const title = ...; test(title, WITH_ALL, ...)` in one block. */
function isTitleOfTagged({ name, parent }: ts.VariableDeclaration): boolean {
  const isUsedIn = (node: ts.Node): boolean =>
    (ts.isCallExpression(node) && node.arguments[0]?.getText() === name.getText() && isTaggedAll(node)) ||
    ts.forEachChild(node, isUsedIn) === true
  return ts.isVariableDeclarationList(parent) && isUsedIn(parent.parent.parent)
}

/** Matches `test(title, WITH_ALL, ...)`. A tag that depends on the case leaves some cases in `npm test`. */
function isTaggedAll({ arguments: [, options] }: ts.CallExpression): boolean {
  return options !== undefined && ts.isIdentifier(options) && options.text === 'WITH_ALL'
}
