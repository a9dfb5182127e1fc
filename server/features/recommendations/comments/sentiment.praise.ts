import { ADVERB, ADVERBS, anyOf, NOUN, OTHER_NAME, type Passage, TARGET } from './sentiment.passage.ts';
import * as words from './sentiment.words.ts';

// A sentence praises a name if one of these forms connects praise with the name and all other words are known to be
// neutral. Any other word, such as 'not', 'they say', a comparison or a joke, makes the sentence neutral.

const ADJECTIVE = anyOf(words.praiseAdjectives);
const PRAISE = `${ADVERBS}${ADJECTIVE}(?: (?:and|,) ${ADVERBS}${ADJECTIVE})*`;
const LINK = anyOf("is, was, are, were, 's, has been, have been");
/** Words between a verb and its name: 'love everything with §'. */
const ABOUT = `(?:(?:${NOUN}|${anyOf(`
  the, this, all, every, everything, anything, any, a, an, watching, seeing, with, by, from, in, of, good, great`)}) )*`;
const START = '(?:^|(?<=(?:,|and) ))';
const DETERMINERS = `(?:(?:${ADVERB}|${anyOf('the, a, an, my, our, one of')}) )*`;

const forms = [
  `${START}(?:i|we) (?:do |have )?${ADVERBS}(?:${anyOf(words.likingVerbs)} )+${ABOUT}§`,
  // 'Like §' without an 'I' is a comparison.
  `${START}${ADVERBS}(?:${anyOf(words.likingVerbs.filter((verb) => verb !== 'like'))} )+${ABOUT}§`,
  `(?:i|we) (?:am|are|have been) ${ADVERBS}${anyOf('into, in love with, obsessed with, crazy about, mad about, hooked on, all for, here for')} ${ABOUT}§`,
  `(?:i|we) ${ADVERBS}live for ${ABOUT}§`,
  `§(?: 's)?(?: ${NOUN})* ${LINK} ${DETERMINERS}${PRAISE}`,
  `§(?: 's)?(?: ${NOUN})* ${LINK} ${DETERMINERS}(?:${PRAISE} )?${anyOf(words.praiseNouns)}`,
  `§ ${ADVERBS}${anyOf(words.praiseVerbs)}`,
  `§ ${anyOf('gives, gave, delivers, delivered, puts in, does, did')} (?:a|an|his|her) ${PRAISE}`,
  `${PRAISE} (?:${NOUN} )*(?:by|from|of) (?:the )?§`,
  `${PRAISE} §`,
  '(?:pleasure|joy|delight) to (?:watch|see) §',
  `§ (?:is )?my (?:beloved|love|hero|king|queen|man|girl)`,
  `§(?: 's)? (?:very )?(?:best|finest|greatest)`,
  '§ at (?:his|her|their|its) (?:very )?(?:best|finest|greatest)',
  `(?:^|(?<=(?:,|and|i am|we are) ))(?:${anyOf('a, an, such, big, huge, massive, lifelong, total, always, have been')} )*(?:§ (?:${NOUN} )*fan|fan of ${ABOUT}§)`,
  `what an? (?:${PRAISE} )?${anyOf(words.filmNouns, words.praiseNouns)} (?:by |from )?§`,
  `(?:my|our|the|one of my) ${ADVERBS}(?:favourite|favorite|fav|best|greatest) (?:${NOUN} )*(?:is|are) (?:the )?§`,
].map((form) => new RegExp(`(?<= |^)${form}(?= |$)`));

/** Praise with words that would otherwise negate it. The rest of the sentence must be neutral. */
const idioms = [
  `(?:i |we )?can (?:not|never) get enough of (?:the )?§(?: ${NOUN})*`,
  `(?:i |we )?(?:could|can|would) (?:happily |easily )?watch §(?: ${NOUN})* ${anyOf('all day, all day long, all night, forever, in anything, in everything, do anything, read the phone book')}`,
  '(?:you |one |we )?can (?:not|never) go wrong with (?:the |a )?§',
  `§ (?:${NOUN} )*(?:never|does not|did not|do not) (?:ever )?${anyOf('disappoints, disappoint, disappointed, fails, fail, failed, misses, lets you down, lets me down, let you down, let me down, gets old, get old')}(?: to ${anyOf('impress, amaze, entertain, deliver, please')})?`,
  '§ can do no wrong',
  '§ (?:was|is) (?:just |simply )?(?:born|made|perfect) (?:for|to play) (?:this role|this|the role|the part|it)',
  '(?:hats off|kudos|bravo|all praise|cheers) (?:to )?§',
  '(?:we (?:need|want) |i (?:need|want) |give me |give us )?more (?:films with |films of |of )?§ please',
  'worth (?:it|watching|seeing) (?:just |alone )?for §(?: alone)?',
  'i have a (?:real |huge |big )?(?:soft spot|weakness) for §',
  'i am a (?:real |huge |big )?sucker for (?:a |any )?(?:good )?§',
  '§ (?:is|are) (?:right up my (?:alley|street)|my (?:jam|thing|cup of tea|kind of thing|bag))',
  `§ (?:is|was) (?:the )?(?:best|highlight)(?: thing| part)? (?:of|about|in) (?:it|this|the film|the movie|the show|the whole thing)`,
].map((idiom) => new RegExp(`(?<= |^)${idiom}(?= |$)`));

const plain = new Set(
  [words.adverbs, words.praiseAdjectives, words.praiseNouns, words.likingVerbs, words.praiseVerbs, words.filmNouns]
    .concat([words.plainWords, words.praiseEmoji, [TARGET, OTHER_NAME, ',']])
    .flatMap((phrases) => phrases.flatMap((phrase) => phrase.split(' '))),
);
/** 'I was a fan', '§ was my favourite': the opinion may have changed. */
const PAST = / i (?:was|had) | § was my /;
const LONGEST = 30;

/** Whether a sentence praises its name and no later sentence takes that back. */
export function isPraise({ tokens, end, later }: Passage): boolean {
  if (end !== '.' || tokens.length > LONGEST) return false;
  const text = tokens.join(' ');
  if (PAST.test(` ${text} `) || later.some(takesBack)) return false;
  if (isPlain(tokens)) return isLoved(tokens) || forms.some((form) => form.test(text));
  const idiom = idioms.find((one) => one.test(text));
  return idiom !== undefined && isPlain(text.replace(idiom, '').split(' ').filter(Boolean));
}

const isPlain = (tokens: readonly string[]) => tokens.every((token) => plain.has(token));

/** '§ ❤' */
function isLoved(tokens: readonly string[]): boolean {
  const others = tokens.filter((token) => token !== TARGET);
  return others.length > 0 && others.length < tokens.length && others.every((one) => words.praiseEmoji.includes(one));
}

const doubted = new Set([...words.doubts, ...words.dislikingVerbs, ...words.blameAdjectives]);
const PRONOUN = /^(?:he|she|him|her|his|hers|they|them|their)$/;
/** A sentence of so few words refers to the one before it. */
const SHORT = 4;

/** 'I love §. Not!' and 'I love §. He is a bad actor.', but not 'I love §. The plot is thin.' */
function takesBack({ tokens, end }: Passage['later'][number]): boolean {
  if (end !== '?' && !tokens.some((token) => doubted.has(token))) return false;
  const [first = ''] = tokens;
  return tokens.length <= SHORT || tokens.some((token) => PRONOUN.test(token)) || words.doubts.includes(first);
}
