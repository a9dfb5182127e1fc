/** Phrases separated by commas or new lines. */
export const list = (text: string): string[] => text.split(/[,\n]/).flatMap((phrase) => phrase.trim() || []);

/** Words that make praise or blame stronger and never negate it. */
export const adverbs = list(`
  so, very, really, truly, absolutely, absolute, always, just, simply, totally, total, completely, complete, utterly,
  incredibly, genuinely, definitely, honestly, such, quite, pretty, too, also, still, all, true, real, bloody, fucking,
  freaking, damn, as always, as ever`);

export const praiseAdjectives = list(`
  amazing, awesome, brilliant, excellent, fantastic, great, superb, wonderful, outstanding, terrific, magnificent,
  perfect, incredible, phenomenal, stunning, fabulous, marvellous, marvelous, sublime, masterful, flawless, impeccable,
  impressive, captivating, charismatic, charming, compelling, convincing, electrifying, hilarious, funny, lovely,
  magnetic, mesmerising, mesmerizing, riveting, gripping, spectacular, stellar, talented, gifted, underrated,
  unforgettable, legendary, iconic, extraordinary, exceptional, splendid, good, beautiful, cool, best, finest,
  greatest, favourite, favorite, fav, lovable, likeable, likable, delightful, remarkable, memorable, powerful,
  believable, versatile, gorgeous, sensational, breathtaking, unbeatable, unmatched, epic, ace, fab, classic,
  world class, first rate, top notch, spot on, gold, on top form`);

export const praiseNouns = list(`
  legend, genius, icon, treasure, joy, delight, pleasure, revelation, powerhouse, gem, goat`);

export const likingVerbs = list(`
  love, loved, adore, adored, like, liked, enjoy, enjoyed, admire, admired, worship, appreciate, respect, luv`);

/** Verbs of praise. */
export const praiseVerbs = list(`
  shines, shone, rocks, rocked, rules, delivers, delivered, excels, excelled, impresses, impressed, dazzles, dazzled,
  carries the film, carries the movie, carries the show, carries the whole film, carries the whole movie,
  carries the whole show, carried the film, carried the movie, makes the film, makes the movie, made the film,
  made the movie, lights up the screen, steals the show, stole the show, steals every scene, stole every scene,
  steals the film, steals the movie, nails it, nailed it, nails the role, nailed the role, nails the part,
  nails this role, nailed this role, kills it, owns it, owns the role, owns the screen, deserves an oscar,
  deserves every award, deserves all the awards`);

export const filmNouns = list(`
  film, films, movie, movies, show, shows, series, flick, flicks, picture, story, stories, genre, performance,
  performances, acting, actor, actress, actors, actresses, director, directors, direction, directing, role, roles,
  part, work, job, cast, scenes, scene, soundtrack, music, score, stunts, cinematography, visuals, script, writing,
  dialogue, ending, plot, effects, chemistry, fun, watch, ride, masterpiece, screen, star, stars, turn, human, person, time`);

/** Neutral words. */
export const plainWords = list(`
  a, an, the, this, it, its, is, was, are, were, am, be, do, does, did, have, has, been, in, as, of, by, from, with, and,
  to, see, seeing, watching, at, his, her, their, my, our, i, we, here, every, everything, anything, both, one, ever,
  made, making, much, lot, big, huge, massive, lifelong, fan, into, on, 's, what, throughout, alive, gives, gave,
  puts in, thank, you, thanks, hollywood, think, believe, start, finish, beginning, history, all time, hands down,
  by far, out there, around, can, live, for, beloved, king, queen, hero, man, girl, obsessed, crazy, mad, hooked`);

export const praiseEmoji = [...'❤😍👍🔥⭐🌟💯😊🥰💕🤩🙌💖♥💜💙💛💗', '<3', ':)', ':-)', ':D', '=)'];

export const blameEmoji = [...'👎🤮🤢😴💩😡🤬💤🥱😖😤😑😠🙄😒', ':(', ':-('];

export const blameAdjectives = list(`
  annoying, irritating, boring, awful, awfull, terrible, horrible, dreadful, atrocious, appalling, abysmal, bad, worst,
  poor, weak, dull, bland, wooden, stiff, flat, lifeless, overrated, over rated, insufferable, unbearable, intolerable,
  unwatchable, obnoxious, smug, arrogant, grating, tedious, tiresome, tiring, exhausting, cringe, cringey, cringy,
  cringeworthy, embarrassing, ridiculous, laughable, pathetic, lame, lousy, mediocre, forgettable, disappointing,
  underwhelming, unconvincing, unfunny, unlikeable, unlikable, uninteresting, talentless, charmless, miscast,
  badly cast, hammy, stupid, dumb, idiotic, childish, pretentious, pointless, useless, worthless, garbage, trash,
  rubbish, crap, shit, shite, tripe, dire, naff, gross, disgusting, repulsive, revolting, hollow, fake, phony, forced,
  one note, one dimensional, overexposed, past it, meh, trite, formulaic, insipid, excruciating, painful,
  hard to watch, hard to take, hard to like, off putting, offputting, the pits, monotonous, dreary, irksome, vile,
  hateful, detestable, loathsome, mind numbing, depressing`);

export const blameNouns = list(`
  bore, joke, disaster, mess, letdown, let down, disappointment, hack, nuisance, pain in the neck, waste of time,
  waste of space, turn off, turnoff, dealbreaker, deal breaker, drag, problem, weak link, weakest link, weak spot,
  weak point, worst part, worst thing, low point, downside, snooze, snoozefest, snore, plank, plank of wood,
  piece of wood, block of wood, cure for insomnia, idea of hell, pet hate, pet peeve, kryptonite, no no, no go,
  hard pass, embarrassment`);

/** Verbs of blame, with any object. */
export const blameVerbs = list(`
  bothers me, bothered me, bother me, bugs me, bug me, sucks, sucked, suck, stinks, stink, overacts, over acts,
  phones it in, phoned it in, hams it up, depresses me, depress me, tires me, exhausts me, can not act, could not act,
  does nothing for, do nothing for, did nothing for, does absolutely nothing for, do absolutely nothing for,
  leaves me cold, leave me cold, left me cold, leaves me stone cold, leave me stone cold, leaves me indifferent,
  gets on my, get on my, got on my, gets up my nose, get up my nose, grinds my gears, makes me cringe, make me cringe,
  made me cringe, makes me gag, makes me sick, make me sick, makes me angry, makes me yawn, make me yawn,
  makes my skin crawl, make my skin crawl, makes me want to turn it off, makes me want to leave,
  makes me want to scream, gives me the creeps, gives me the ick, give me the ick, gives me a headache,
  give me a headache, puts me to sleep, put me to sleep, sends me to sleep, send me to sleep, puts me off, put me off,
  turns me off, turn me off, turned me off, drives me mad, drives me crazy, drives me nuts, drives me up the wall,
  drive me mad, drive me crazy, drive me nuts, drive me up the wall, rubs me the wrong way, rub me the wrong way,
  lets it down, let it down, lets the side down, lets the film down, let the film down, lets the movie down,
  drags it down, drags the film down, drags the movie down, lacks, lack, has no charisma, has no charm, has no range,
  has no talent, has no appeal, have no appeal, has zero charisma, has zero range, has zero appeal, tries too hard,
  try too hard, should retire, needs to retire, scares me too much, scare me too much, tests my patience,
  wears me out, wears thin, nervt, nerven`);

/** Verbs of blame only if their object is the author or the film. */
export const blameVerbsToMe = list(`
  annoys, annoyed, annoy, irritates, irritated, irritate, bores, bored, bore, grates, grated, grate, ruins, ruined,
  ruin, spoils, spoiled, spoilt, spoil, wrecks, wrecked, disappoints, disappointed, disappoint, repels, repulses,
  disgusts, disgust, irks, irk, drags`);

/** Verbs of the author's dislike, in the first person. */
export const dislikingVerbs = list(`
  hate, hated, h8, hatee, detest, detested, loathe, loathed, loath, despise, despised, dislike, disliked, abhor, resent,
  avoid, avoided, regret, skip, boo, screw, fuck`);

/** Verbs that express dislike after 'not', 'cannot' or 'never'. */
export const deniedVerbs = list(`
  stand, bear, abide, stomach, tolerate, take, handle, endure, deal with, be doing with, be bothered with, get into,
  get behind, get on with, get, got, warm to, warmed to, take to, took to, taken to, watch, like, liked, love, loved,
  enjoy, enjoyed, care for, cared for, rate, want, need, buy, trust, understand, understood, do, dig, connect with,
  click with, vibe with, gel with, go for, look at, listen to, see the appeal, see the appeal of, see the point of,
  get the appeal of, get the hype, get the hype about, understand the hype, understand the appeal of,
  understood the appeal of, got the hype, be able to take, been able to take, be able to stand, been able to stand,
  been a fan of, been into, been keen on, been fond of`);

/** Phrases of being fed up with or avoiding something, before the name. */
export const wearyOf = list(`
  sick of, tired of, so over, am over, weary of, bored of, bored by, bored with, fed up with, fed up of, done with,
  had enough of, enough with, had it with, had my fill of, put off by, turned off by, annoyed by, annoyed at,
  annoyed with, irritated by, distracted by, unimpressed by, unimpressed with, disappointed by, disappointed in,
  disappointed with, let down by, ruined by, spoiled by, spoilt by, marred by, wrecked by, dragged down by,
  weighed down by, hampered by, allergic to, averse to, bothered by, underwhelmed by, could do without, can do without,
  could have done without, rather do without, too scared for, too old for, scared of, zero interest in,
  no interest in, little interest in, no time for, no patience for, no love for, no desire to see, no desire to watch,
  no appetite for, low tolerance for, no tolerance for, stop casting, cringe at, cringe when, cringe whenever,
  groan at, groan when, groan whenever, roll my eyes at, shudder at, yawn at, wince at, gag at, no fan of, not liking,
  not enjoying, not feeling, not digging, not buying, no like`);

/** Phrases before a name that a film is good in spite of, or would be better without. */
export const inSpiteOf = list(`
  despite, in spite of, even with, survives, suffers from, suffered through, suffer through, suffer, sit through,
  force myself through, put up with, endure, endured, tolerate, forgive, ignore, look past, see past, get past,
  spare me, spare us, down with, to hell with, anything but, anyone but, anybody but, anyone other than,
  anybody other than, someone other than, somebody other than, too much, keep away from, stay away from,
  steer clear of, wasted it on, zero for, get rid of, replace, replacing, recast, recasting, ditch, swap out`);

/** Phrases that express dislike after 'not'. */
export const notTheirs = list(`
  into, much into, keen on, fond of, crazy about, wild about, mad about, interested in, big on, sold on, convinced by,
  impressed by, impressed with, a fan of, a big fan of, a huge fan of, the biggest fan of, the greatest fan of,
  much of a fan of, fan of, one for, a lover of, here for, in favour of, enamoured with, taken with`);

export const notForMe = list(`
  for me, for us, it for me, the one for me, my thing, my cup of tea, my genre, my jam, my bag, my style, my type,
  my scene, my taste, my favourite, my favorite, my kind of film, my kind of movie, my kind of thing,
  my kind of actor, my sort of thing, my go to, to my taste, what i like, my preference, my idea of fun`);

/** Verdicts that are the only words before or after a name. */
export const verdicts = list(`
  no, nope, nah, no thanks, no thank you, no no, never, never again, not again, not for me, not so much, not really,
  less so, not my thing, not my cup of tea, yawn, ugh, urgh, argh, meh, bleh, blah, yuck, eww, ew, pass, hard pass,
  skip, instant skip, instant no, avoid, enough, enough already, please stop, please retire, make it stop, please no,
  god no, hell no, heck no, boo, oh no, oh god, boring, overrated, nein danke, no gracias, non merci, no grazie, bof,
  thumbs down`);

/** People whose feelings are not the author's. */
export const others = list(`
  wife, husband, girlfriend, boyfriend, partner, mother, mom, mum, father, dad, brother, sister, son, daughter, kid,
  kids, child, children, friend, friends, flatmate, colleague, colleagues, everyone, everybody, people, critics,
  critic, others, some, many, folks, haters, they, he, she, you, nobody, someone, somebody, who, public, internet,
  reviewers, reviewer, audiences, most, those, boss, neighbour, neighbor, grandma, grandpa`);

/** Signs that praise is taken back or was not meant. */
export const doubts = list(`
  not, no, never, nah, nope, none, nobody, but, though, although, however, except, unless, until, if, once, used, said,
  says, or, kidding, joke, joking, lol, lmao, haha, ha, hardly, barely, without, despite, yet, wish, sike, psych, sure,
  maybe, perhaps, thought, actually, less, only, than, wait, hmm, please, whatever, anymore, past, supposedly,
  allegedly, apparently, right`);

const opinionWords = new Set(
  [
    ...[adverbs, praiseAdjectives, praiseNouns, likingVerbs, praiseVerbs, filmNouns, plainWords, others, doubts],
    ...[blameAdjectives, blameNouns, blameVerbs, blameVerbsToMe, dislikingVerbs, deniedVerbs, wearyOf, inSpiteOf],
    ...[notTheirs, notForMe, verdicts],
  ].flatMap((phrases) => phrases.flatMap((phrase) => phrase.split(' '))),
);

/** Whether a word expresses an opinion, and is therefore never a name. */
export const isOpinionWord = (word: string): boolean => opinionWords.has(word);
