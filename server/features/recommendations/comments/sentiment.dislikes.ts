import { editDistance } from '../../titles/names/editDistance.ts';
import { ADVERB, ADVERBS, anyOf, NOUN, type Passage, TARGET } from './sentiment.passage.ts';
import * as words from './sentiment.words.ts';

// A dislike is recognised by forms that may occur anywhere in a sentence. They define which words may be between the name
// and the word of dislike. A dislike that no form recognises counts as neutral.

const PRAISED = anyOf(words.praiseAdjectives);
const BLAME = anyOf(words.blameAdjectives, words.blameNouns);
/** Words between a verb and its name: 'hate everything with §'. */
const ABOUT = `(?:(?:${ADVERB}|${anyOf(`
  film, films, movie, movies, show, shows, series, flick, flicks, genre, performance, performances, acting, scenes, work,
  the, a, an, any, this, that, these, those, most, every, more, another, anything, everything, watching, watch, see, seeing,
  looking at, listening to, hearing, with, by, from, starring, featuring, involving, about, of, in, to, stuff, kind of,
  sort of, whole, face, voice, mr, old, stupid, silly, usual, poor, choice, casting, having, having to watch, your,
  their, either`)}) )*`;
/** Parts of a film are not the genre: 'hate horror clichés'. */
const NOT_PART_OF_IT = `(?!(?: 's)? (?:characters?|cliches?|tropes?|villains?|elements?|bits?|subplots?|scenes?|parts?))`;
/** Words between the name and its verb: '§ in general really is'. */
const ITSELF = `(?: (?:,|${NOUN}|${ADVERB}|${anyOf(`
  's, in general, in this, in it, here, again, as usual, nearly, almost, practically, basically, grin, smile, smirk,
  accent, presence, casting, hair, ego, face, voice, stuff, on screen, though, for me, to me, personally, as an actor,
  usually, normally, often, generally, mostly, only, sadly, of course, once again, kind of, kinda, sort of, a bit,
  a little, rather, somewhat, frankly, literally, that`)}))*`;
const LINK = anyOf(`
  is, was, are, were, be, looks, look, seems, seem, feels, feel, sounds, sound, felt, seemed, became, becomes, gets, got,
  remains, has become, has been, has always been, have become, have always been, 's, can be, is being, just`);
const MORE_WORD = `(?:${ADVERB}|${anyOf(`
  a, an, the, such a, such an, one of the, one, my, kind of, kinda, sort of, a bit, a little, a bit of a, rather,
  somewhat, extremely, way, badly, poorly, woefully, hopelessly, painfully, unbearably, insanely, deeply, often,
  usually, mostly, generally, most, as, only, single, biggest, main, beyond, pure, usual, as usual, again, same`)})`;
const MORE = `(?:${MORE_WORD} )*`;
const NOT_GOOD = `(?:not(?! (?:only|just|merely|simply|as))|never(?! (?:so|this|that|more|been|as))|hardly|barely|scarcely|far from|anything but|nowhere near|rarely|seldom)`;
const AT_ME = `(?= ${anyOf(`
  me, us, my, it, this, the film, the movie, the show, the whole, every, everything, an otherwise, what, the hell, the heck,
  the crap, the shit, so, a lot, here, in, again, and, but, for, though, no end, rigid, stiff, to death, on me`)}|,| ,|$)`;
const FAULT = anyOf(`
  problem, flaw, complaint, weak link, weakest link, weak spot, weak point, weakness, downside, drawback, issue, gripe,
  annoyance, disappointment, letdown, let down, negative, minus, low point, worst part, worst thing, thing i hated,
  thing i disliked, thing i did not like, thing i do not like, thing i did not enjoy, thing i would change`);
const IT = anyOf('it, this, the film, the movie, this film, this movie');
const EXCEPT = anyOf(`
  except, except for, apart from, aside from, other than, save for, minus, bar, but for, besides, instead of,
  with the exception of`);
const HATE = anyOf('hate, loathe, despise, dislike, detest, can not stand, can not bear, do not like, never liked');

interface Form {
  pattern: RegExp;
  /** The words before it may show that it is the feeling of another person. */
  isFelt?: true;
  /** Praise for everything except the name. With a negation it means the opposite. */
  isException?: true;
  /** About the name itself: 'the romance is dull' says nothing about the genre. */
  isOfName?: true;
  isOfPerson?: true;
  /** May be a question with its verdict in the next sentence: '§? No.' */
  isVerdict?: true;
}

const form = (pattern: string, kind: Omit<Form, 'pattern'> = {}): Form => ({
  pattern: new RegExp(`(?<= |^)${pattern}`),
  ...kind,
});

const forms: readonly Form[] = [
  // 'I hate §', 'never liked §', 'tired of §'
  form(`${anyOf(words.dislikingVerbs)} ${ABOUT}§${NOT_PART_OF_IT}`, { isFelt: true }),
  form(
    `(?:can|could|will|would|do|did) not (?:(?:${ADVERB}|even|ever|usually|normally|generally|particularly|especially|much|fully) )*${anyOf(words.deniedVerbs)} ${ABOUT}§(?! (?:more|enough|any more|to|without))${NOT_PART_OF_IT}`,
    { isFelt: true },
  ),
  form(
    `never (?:(?:${ADVERB}|much|particularly|quite|especially|ever) )*${anyOf(words.deniedVerbs)} ${ABOUT}§(?! (?:more|to|(?:so|as|this|that) much|without))`,
    { isFelt: true },
  ),
  form(`(?:rarely|seldom|hardly ever|hardly|barely) (?:like|enjoy|love|watch|liked|enjoyed) ${ABOUT}§`, {
    isFelt: true,
  }),
  form(`(?:refuse|refused) to (?:watch|see|sit through) ${ABOUT}§`, { isFelt: true }),
  form(`(?:would|i) rather (?:not (?:see|watch|have)|(?:\\S+ ){1,9}than) ${ABOUT}§`, { isFelt: true }),
  form(`${anyOf(words.wearyOf)} ${ABOUT}§`, { isFelt: true }),
  form(`(?<!get )enough of ${ABOUT}§`, { isFelt: true }),
  form(`(?:find|found|consider|think|thought|call) ${ABOUT}§ ${MORE}${BLAME}(?= |$)`, { isFelt: true }),
  form(`not ${MORE}${anyOf(words.notTheirs)} ${ABOUT}§`, { isFelt: true }),
  form(`(?:not|never) (?:(?:${MORE_WORD}|much of|been) )*§ (?:${NOUN} )*(?:fan|person|lover|guy|girl|man|woman|type)`, {
    isFelt: true,
  }),
  form(`not ${anyOf(words.notForMe)} (?:, )?§`),
  form(`(?<!(?:if|were|was|been) )not for ${ABOUT}§`),
  form(`not (?:make|let) me watch ${ABOUT}§`),
  form(`never (?:again|again ,|watching|seeing|going to watch|going to see) ${ABOUT}§`),
  form(
    `(?:first|only) (?:\\S+ )?§ (?:${NOUN} )*(?:that )?i (?:have )?(?:ever |actually )*(?:liked|enjoyed|loved|like|enjoy)`,
  ),

  // '§ is boring', '§ is not for me', '§ gets on my nerves'
  form(`§${ITSELF} ${LINK} ${MORE}(?:\\S+ (?:and|,) ${MORE})?${BLAME}(?! (?:ass|guy|boy|to))(?= |$)`, {
    isOfName: true,
  }),
  form(
    `§${ITSELF} (?:(?:${LINK}|does|do|did) )?${MORE}${NOT_GOOD} (?:(?:${MORE_WORD}|that|at all|exactly|particularly|much) )*(?:${PRAISED}|${anyOf(words.praiseNouns)}|${anyOf(words.notForMe)}|${anyOf('act, work for me, do it for me, do anything for me, do much for me, convince, impress, appeal, interest me')})(?= |$)`,
    { isOfName: true },
  ),
  form(
    `§${ITSELF} (?:is|was|are|were) (?:not|nothing) ${anyOf('special, much cop, up to much, up to it, up to scratch')}`,
    { isOfName: true },
  ),
  form(`§${ITSELF} ${ADVERBS}${anyOf(words.blameVerbs)}(?= |$)`, { isOfName: true }),
  form(`§${ITSELF} ${ADVERBS}${anyOf(words.blameVerbsToMe)}${AT_ME}`, { isOfName: true }),
  form(`${anyOf(words.blameVerbs, words.blameVerbsToMe)} (?:it |everything )?(?:quite )?like §`),
  form(
    `§${ITSELF} has (?:all )?(?:the )?${anyOf('charisma, charm, range, personality, warmth, appeal, talent, depth')} of an?(?= )`,
  ),
  form(`§${ITSELF} ${LINK} about as \\S+ as`),
  form(
    `${ADVERBS}(?<=^|, |and |but |the |that |this |with |such |an |a |of |as |by |${ADVERB} )${anyOf(words.blameAdjectives)} (?:old |little )?§(?! (?:films?|movies?|flicks?|shows?))`,
    { isOfPerson: true },
  ),
  form(`${anyOf(words.blameAdjectives)} (?:acting|performance|casting|turn|work|direction|choice) (?:by|from|of) §`, {
    isOfPerson: true,
  }),
  form(`casting (?:of )?§ (?:was|is) ${MORE}(?:mistake|error|crime|${BLAME})`),
  form(`not even § (?:could|can) (?:spoil|ruin|kill|wreck|sink)`),

  // 'no § please', 'less §', 'a film without §'
  form(
    `(?:^|, |and |but |please |so )(?:please )?no (?:more )?${ABOUT}§(?: ${anyOf('please, thanks, thank you, for me, ever, again')}| ,|(?: ${NOUN})*$)`,
  ),
  form(`no more ${ABOUT}§`),
  form(
    `(?:^|, |and |give me |want |need |prefer |the |bit |some )(?:much |a lot |way |even )?(?:less|fewer) (?:of )?§(?: (?:,|please|and more|the better|films|movies)|$)`,
  ),
  form(`(?:get|leave|take|keep|cut) ${ABOUT}§ (?:out|away)`),
  form(`not another ${ABOUT}§`, { isVerdict: true }),
  form(`(?:not|please not|oh no|god no) (?:, )?${ABOUT}§ again`, { isVerdict: true }),
  form(`why (?:on earth|the hell|ever)(?: \\S+){0,3} (?:cast|hire|pick|choose) §`, { isVerdict: true }),
  form(`(?:^|but |, |and )why(?: ,)? §(?= [|]|$)`, { isVerdict: true }),
  form(
    `wish (?:\\S+ ){0,8}${anyOf('without, other than, instead of, replaced, not cast, less, fewer, recast')} ${ABOUT}§`,
  ),
  form(
    `wish (?:\\S+ ){0,3}§ (?:was|were|would|had|is|could)(?: \\S+)? ${anyOf('not, never, shut, stop, retire, go, replaced, someone, quit, stay, less')}`,
  ),

  // 'great despite §', 'everything but §', 'the only problem is §'
  form(`${anyOf(words.inSpiteOf)} ${ABOUT}§`),
  form(`§ (?:aside|notwithstanding)(?= |$)`),
  form(
    `${anyOf('everything, everyone, everybody, all of it, all of them, anyone, anybody, someone, somebody, anything')}(?: else)? (?:\\S+ ){0,4}(?:but|${EXCEPT}) ${ABOUT}§`,
    { isException: true },
  ),
  form(
    `(?:${PRAISED}|${anyOf('loved it, liked it, enjoyed it, love it, works, worked, better')})(?: \\S+){0,5} ${EXCEPT} ${ABOUT}§`,
    { isException: true },
  ),
  form(`(?:${PRAISED}|better|improved|happier|nicer|stronger) ${ADVERBS}without ${ABOUT}§`, { isException: true }),
  form(`would (?:have been|be) (?:\\S+ ){1,3}without ${ABOUT}§`, { isException: true }),
  form(
    `(?:without|had it not been for|if not for|if it were not for|if it was not for) ${ABOUT}§ (?:(?!not )\\S+ ){0,6}(?:better|perfect|great|improved|masterpiece)`,
  ),
  form(
    `(?:shame|pity|too bad) (?:(?:${anyOf('that, about, for, it, is, has, they, we, you, had, to, have, cast, with, got, chose')}|,) )*§(?! (?:${LINK} |does |did |has |had |could )?${anyOf('not, only, barely, hardly, dies, died, left, leaves, so')})`,
  ),
  form(
    `(?:the|my|our) ${MORE}(?:${anyOf('only, one, main, biggest, sole, real')} )*${FAULT}(?: (?:with|about|of|in) ${IT})? (?:(?:is|was|here|,|has to be) )*§`,
  ),
  form(`(?:worst|weakest|poorest|dullest) (?:(?:thing|part|bit) (?:(?:about|in|of) ${IT} )?(?:(?:is|was|,) )?§|§$)`),
  form(`(?:cons?|negatives?|minus|minuses|downsides?|lowlights?|dislikes?|the bad|against) , ${ABOUT}§`),
  form(
    `(?:docked|lost|loses|lose|minus|deducted|deduct|knocked|knock) (?:\\S+ ){0,4}(?:for|because of|due to|thanks to) ${ABOUT}§`,
  ),
  form(`§(?: ,| is| was| gets)+ (?:a )?(?:[0-4] , 10|[01] , 5|zero)(?= |$)`),

  // '§: no', 'ugh, §', '§? Never again.', '§ … I hate him'
  form(
    `(?:^|, )(?:oh |well |so |just |and |yet )*${anyOf(words.verdicts)}(?: ,)? ${ABOUT}§(?: again| already)?(?= [,|]|$)`,
    { isVerdict: true },
  ),
  form(
    `§${ITSELF}(?: again)?(?: [,|]| is| was| are)+ (?:(?:${MORE_WORD}|${anyOf('oh, well, it is, please, um, er, sorry')}) )*(?:${anyOf(words.verdicts)}|${BLAME})(?= (?:[,|]|${anyOf('for me, please, thanks, ever, at all, already, usually')})|$)`,
    { isVerdict: true, isOfName: true },
  ),
  form(`§ (?:\\S+ ){0,10}(?:i|we|[|]) ${ADVERBS}${HATE} (?:him|her)(?= |$)`, { isVerdict: true, isOfPerson: true }),
  form(`§ (?:\\S+ ){0,6}(?:, |and )(?:i )?(?:${HATE}|avoid) (?:it|them)(?= |$)`),

  // Short forms in other languages.
  form(
    `${anyOf('deteste, detesto, odio, odeio, hasse, haat, no soporto, no aguanto, non sopporto, nao suporto, supporte pas, aime pas, naime pas, jaime pas, no me gusta, no me gustan, non mi piace, non mi piacciono, nao gosto, mag keine, mag kein')}(?: ${anyOf('a, de, do, da, du, le, la, les, las, los, el, il, i, gli, die, den, das, films, pelis, peliculas, filme')})* §`,
  ),
  form('mag § (?:gar |uberhaupt )?nicht'),
  form(
    `§ ${anyOf('mag ich nicht, kann ich nicht leiden, kann ich nicht ausstehen, me aburre, me aburren, mennuie, menerve')}`,
  ),
  form(
    `§ (?:est|ist|es|e) ${anyOf('nul, nulle, insupportable, ennuyeux, chiant, langweilig, furchtbar, schlecht, uberbewertet, malo, mala, aburrido, aburrida, pesimo, noioso, ruim, chato')}`,
  ),
];

/** A feeling that has changed or is hypothetical. */
const CHANGED =
  / (?:used to|no longer|at first|until|thought i|expected to|won me over|grew on me|changed my mind|once(?! (?:again|more|you))) /;
const IMAGINED =
  / (?:(?<!even )if(?! (?:not for|it were not for|it was not for|you ignore|you leave|you take))|unless|supposed to) /;
const DENIED = new RegExp(`(?:^| )(?:not|never|hardly|nobody|no one|nothing|without|nor)(?: \\S+)? ${ADVERBS}$`);
const DENIED_CLOSELY = new RegExp(`(?:^| )(?:not|never|hardly|nobody|no one|nothing|without|nor) ${ADVERBS}$`);
/** 'I do not think that § is boring' */
const DOUBTED =
  /(?:^| )(?:not|never) (?:think|thought|find|found|say|saying|believe|agree|feel|mean|sure|true)(?: \S+){0,3} $/;
const NEGATIVE = new RegExp(`(?:^| )(?:not|nothing|no|never|nobody|none|hardly|${BLAME})(?= |$)`);
const OF_TITLE = /^(?:the|this|its|their|his|her)$/;
const OF_GENRE = /^(?:genre|films|movies|flicks)$/;
/** How many words around the name are read, and how many of the next sentence. */
const WINDOW = 14;
const NEXT = 7;
/** A sentence this short may have its verdict in the next one. */
const SHORT = 6;

/** Whether a sentence, or a short one together with the next, says that the author dislikes the name. */
export function isDislike({ tokens, at, end, later, isPerson }: Passage): boolean {
  if (isYuck(tokens)) return true;
  const near = tokens.slice(Math.max(0, at - WINDOW), at + WINDOW).map(corrected);
  const text = near.join(' ');
  if (CHANGED.test(` ${text} `) || IMAGINED.test(` ${text} `)) return false;
  const [next] = later;
  const after = next?.tokens.slice(0, NEXT).map(corrected) ?? [];
  const withNext = [...near, '|', ...(tokens.length <= SHORT || after.some(isPronoun) ? after : [])].join(' ');
  const isOfTitle = !isPerson && OF_TITLE.test(tokens[at - 1] ?? '') && !OF_GENRE.test(tokens[at + 1] ?? '');

  return forms.some(({ pattern, isFelt, isException, isOfName, isOfPerson, isVerdict }) => {
    if ((isOfPerson && !isPerson) || (isOfName && isOfTitle) || (end === '?' && !isVerdict)) return false;
    const read = isVerdict ? withNext : text;
    const found = pattern.exec(read);
    if (!found) return false;
    const before = read.slice(0, found.index);
    if (isException) return !NEGATIVE.test(before + found[0]);
    if (isFelt && isOfOthers(before)) return false;
    return !(isFelt ? DENIED_CLOSELY : DENIED).test(before) && !DOUBTED.test(before);
  });
}

const isPronoun = (word: string) => word === 'him' || word === 'her';

/** '§ 🤮' */
function isYuck(tokens: readonly string[]): boolean {
  const others = tokens.filter((token) => token !== TARGET && token !== ',');
  return others.length > 0 && others.every((token) => words.blameEmoji.includes(token));
}

/** Whether the feeling is that of another person than the author. */
function isOfOthers(before: string): boolean {
  const last = before.trim().split(' ').slice(-4).toReversed();
  const other = last.findIndex((word) => words.others.includes(word));
  const own = last.findIndex((word) => word === 'i' || word === 'we' || word === ',');
  return other >= 0 && (own < 0 || other < own);
}

const MIN_LETTERS = 6;
const misspellable = new Set(
  [words.blameAdjectives, words.blameVerbs, words.blameVerbsToMe, words.dislikingVerbs]
    .flatMap((phrases) => phrases.flatMap((phrase) => phrase.split(' ')))
    .filter((word) => word.length >= MIN_LETTERS),
);

/** Corrects one wrong letter in a word of dislike. */
function corrected(word: string): string {
  if (word.length < MIN_LETTERS || words.isOpinionWord(word)) return word;
  for (const right of misspellable) if (right[0] === word[0] && editDistance(word, right) === 1) return right;
  return word;
}
