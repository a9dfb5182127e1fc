import type { FamilyName } from './families.ts';

/** A family of motifs, or only some motifs of it. */
export interface Theme {
  family: FamilyName;
  motifs?: readonly string[];
}

export interface WordRule {
  words: RegExp;
  theme: Theme;
  /** Only for titles of one of these genres. */
  genres?: readonly number[];
}

const rule = (words: string, family: FamilyName, motifs?: string, genres?: number[]): WordRule => ({
  words: new RegExp(`^(?:${words})$`),
  theme: motifs ? { family, motifs: motifs.split(' ') } : { family },
  genres,
});

const HORROR = [27, 53, 9648];

/** The theme for a word of the title or a keyword. The first match wins. */
export const wordRules: readonly WordRule[] = [
  rule('up|balloons?', 'family', 'balloons plane'),
  rule('rain|umbrella|singin|blade runner', 'city', 'rain'),
  rule('house|home|hill|cabin|haunted|addams|wednesday|usher|bates', 'dread', 'house door woods', [27]),
  rule('rooms?|doors?|backrooms|basement|barbarian', 'dread', 'door bulb', HORROR),
  rule(
    'dead|grave|zombies?|living|zombieland|undead|ghosts?|ghostbusters',
    'dread',
    'grave house claws',
    [27, 35, 14, 10765],
  ),
  rule('woods|forest|witch|witches|blair', 'dread', 'woods house', HORROR),
  rule('wolf|wolverine|claws?|werewolf|beast|panther|tiger', 'dread', 'claws woods', [27, 28, 878, 53]),
  rule('light|lights|lighthouse|lantern|lamp|shining', 'dread', 'bulb door', HORROR),
  rule('eyes?|see|sight|watchmen|watcher|vision|gaze|seen', 'mystery', 'eye eyes'),
  rule('keys?|lock|secrets?|hidden|locked|code|enigma|panic', 'mystery', 'keyhole maze eye'),
  rule('maze|labyrinth|lost|puzzle|riddle|gone|runner', 'mystery', 'maze ripples'),
  rule(
    'minds?|head|brain|psycho|joker|beautiful|split|memory|memento|recall|spotless',
    'mystery',
    'profile sliced eye',
  ),
  rule(
    'dreams?|inception|vertigo|insomnia|paranoia|time|loop|tenet|dark|mirror|matrix|infinity|multiverse|rewind|eternal',
    'spirals',
  ),
  rule('strange|stranger|twilight|upside', 'spirals'),
  rule('moon|moonlight|moonrise|lunar|eclipse|apollo', 'cosmos', 'phases corona rising halftone'),
  rule('sun|sunrise|sunset|sunshine|dawn|horizon|daybreak', 'cosmos', 'rising corona'),
  rule(
    'stars?|stellar|interstellar|galaxy|space|odyssey|gravity|cosmos|orbit|ad astra|universe|expanse|foundation',
    'cosmos',
    'saturn orbits flyby halftone corona',
  ),
  rule('planets?|mars|martian|earth|worlds?|solaris|arrival|contact', 'cosmos', 'saturn flyby concentric orbits'),
  rule('tron|cyber|cyberpunk|electric|arcade|ready|wargames', 'cosmos', 'lattice signal'),
  rule('alien|aliens|predator|invasion|contact|et', 'cosmos'),
  rule(
    'ships?|boats?|voyage|titanic|pirates?|sail|captain ron|moby|sinking|poseidon|vikings?',
    'water',
    'boat waves deep',
  ),
  rule('island|islands|beach|castaway|moana|lagoon|bahama|outer banks|malibu', 'water', 'island waves boat'),
  rule(
    'jaws|sharks?|whale|ocean|oceans|sea|deep|depths|aquaman|fish|nemo|dory|abyss|meg|water|submarine|octopus',
    'water',
    'deep waves current scales boat',
    [12, 16, 18, 28, 14, 27, 53, 878, 10751],
  ),
  rule('river|stream|lake|current|wave|waves|flow|ponyo', 'water', 'current waves'),
  rule('hearts?|valentine|sweetheart', 'romance', 'hearts overlap'),
  rule('love|lovers?|loved|kiss|kissing|romance|romeo|juliet|affair|before|boyfriend|girlfriend', 'romance'),
  rule(
    'wedding|weddings|bride|brides|bridesmaids|marry|married|marriage|proposal|engagement|vow',
    'romance',
    'linked overlap bouquet',
  ),
  rule(
    'flowers?|rose|roses|garden|bloom|magnolia|lily|sunflower|wallflower|orchid|lavender|blossom|bridgerton',
    'romance',
    'petals bouquet stem',
  ),
  rule('birds?|birdman|swan|crow|eagle|cuckoo|mockingbird|mockingjay|dove|sparrow|wings', 'romance', 'birds'),
  rule('road|highway|route|journey|thelma|trip|roadhouse|nomadland', 'land', 'road mesas dunes'),
  rule(
    'drive|driver|cars|speed|fast|furious|race|racer|rush|drift|ferrari|ford|f1|gear|gran turismo|overdrive',
    'action',
    'speed bend chevrons',
  ),
  rule(
    'mountain|mountains|peak|everest|cliffhanger|summit|alps|yellowstone|valley|heights',
    'land',
    'summit mountains contours',
  ),
  rule(
    'forest|pine|pines|jungle|wild|wilderness|timber|evergreen|twin peaks|ozark',
    'land',
    'pines contours mountains',
  ),
  rule(
    'dune|desert|arabia|sahara|sands?|mummy|egypt|nile|agrabah|aladdin|prince of persia|stargate',
    'land',
    'dunes mesas',
  ),
  rule(
    'west|western|cowboy|cowboys|outlaw|django|unforgiven|westworld|ranger|bandits?|gunslinger|longmire|rango|tombstone|1883|1923',
    'land',
    'mesas road dunes',
  ),
  rule('field|fields|farm|prairie|meadow|grass|country|summer|spring|harvest', 'land', 'meadow dunes'),
  rule(
    'snow|frozen|ice|winter|cold|polar|arctic|fargo|revenant|hateful|christmas|klaus|grinch',
    'land',
    'pines summit mountains',
  ),
  rule('new york|york|manhattan|brooklyn|gotham|batman|metropolis|chicago|boston|philadelphia|gangs|daredevil', 'city'),
  rule(
    'city|streets?|town|downtown|night|nights|midnight|taxi|nightcrawler|collateral|paris|london|tokyo|bruges',
    'city',
  ),
  rule(
    'window|neighbor|neighbors|apartment|building|tower|towers|rear|office|suits|skyscraper|wall street',
    'city',
    'facade canyon blinds skyline',
  ),
  rule(
    'fingerprint|detective|sherlock|holmes|csi|ncis|forensic|bones|zodiac|poirot|clue|knives|castle|mentalist|minds',
    'crime',
    'fingerprint lamp board facade',
  ),
  rule(
    'sniper|target|bourne|bond|spectre|skyfall|007|assassin|hitman|wick|bullet|gun|shot|jackal|kingsman|jack ryan|weapon|marksman',
    'crime',
    'crosshair target',
  ),
  rule(
    'game|games|chess|gambit|players?|casino|money|poker|heist|squid|billions|royale|ocean s|oceans',
    'crime',
    'board target',
  ),
  rule(
    'kings?|queens?|princess|prince|crown|thrones?|royal|reign|empire|lion|emperor|majesty|tudors',
    'fantasy',
    'crown castle arches',
  ),
  rule(
    'knights?|sword|samurai|gladiator|warrior|warriors|troy|300|highlander|shogun|ninja|witcher|excalibur|musketeers|kingdom|spartacus',
    'history',
    'blade banners castle',
  ),
  rule('dragons?|castle|shrek|hogwarts|camelot|princesses|narnia|disenchantment', 'fantasy', 'castle blade crescent'),
  rule(
    'magic|magical|magicians?|wizard|potter|fairy|enchanted|maleficent|stardust|spell|fantastic|miraculous',
    'fantasy',
    'constellation crescent crystal',
  ),
  rule('rings?', 'cosmos', 'concentric corona orbits'),
  rule('crystal|diamonds?|gems?|steven|jewel|stone', 'fantasy', 'crystal'),
  rule(
    'war|soldiers?|army|dunkirk|platoon|battle|1917|hacksaw|pacific|brothers|ryan|fury|apocalypse now|front|bridge|sicario',
    'war',
    undefined,
    [10752, 36, 10768, 28],
  ),
  rule(
    'american?|patriot|republic|president|independence|liberty|nation|homeland|west wing|house of cards',
    'war',
    'standard medal',
    [10752, 18, 10768, 36, 28],
  ),
  rule('piano|pianist|keys', 'music', 'keys'),
  rule(
    'song|songs|music|sing|singer|rock|jazz|opera|symphony|band|rhapsody|whiplash|concert|dj|coco|soul|elvis|ray|amadeus|idol|glee|hustle',
    'music',
  ),
  rule(
    'dance|dancing|step|moulin|burlesque|la la land|cabaret|stage|broadway|phantom|showman|theatre',
    'comedy',
    'curtain',
  ),
  rule(
    'rocky|creed|raging|fight|fighter|ali|southpaw|karate|champion|boxing|wrestler|million dollar',
    'sport',
    'arena medal',
  ),
  rule('football|baseball|basketball|goal|league|lasso|dunk|moneyball|olympics|athlete|glory', 'sport', 'medal wheel'),
  rule('storm|thunder|lightning|thor|flash|shazam|bolt|power|zeus|static', 'hero', 'lightning swirl'),
  rule(
    'spider|superman|supergirl|smallville|hulk|deadpool|wonder|guardians|ant|panther|x|venom|joker|suicide|boys|arrow|kick|hellboy|eternals|shang|beetle|hancock|heroes?|titans|punisher|incredibles?|megamind',
    'hero',
    undefined,
    [28, 10759, 10765],
  ),
  rule('captain|shield|avengers|justice|league|invincible|america|marvel', 'hero', 'shield rays comic'),
  rule('toys?|baby|boss|kids?|children|babies|minions?|rugrats|lego|smurfs', 'family', 'tiles balloons rocket plane'),
  rule(
    'robots?|machine|transformers|terminator|iron|steel|hugo|wall e|android|automata|clockwork|cogs',
    'family',
    'cogs',
    [16, 10751, 878, 14, 28],
  ),
  rule('rocket|rockets|astronaut|buzz|lightyear', 'family', 'rocket'),
  rule('rainbow|oz|wonka|chocolate|candy|paddington|colou?r|purple', 'family', 'rainbow hills tiles'),
  rule('pie|cake|ice cream|julie|ratatouille|chef|burger|kitchen|sweet|food', 'comedy', 'scoops', [35, 10751, 16]),
  rule('table|dinner|supper|feast|babette|kitchen|chef|taste|hundred foot|menu|the bear', 'drama', 'table'),
  rule('stairs?|steps?|parasite|climb|ladder|rise|social network', 'drama', 'stairs'),
  rule('room|window|inside|home|house', 'drama', 'window doors chairs'),
  rule('alone|solitude|lonely|nobody|wanderer|stranger|walk|man', 'figures', 'shadow stairs doors', [18, 53, 80]),
];

export const keywordRules: readonly WordRule[] = [
  rule('spacecraft|space|space travel|outer space|spaceship|alien|space opera|planet mars|astronaut', 'cosmos'),
  rule('ship|sea|ocean|shark|submarine|shipwreck|pirate|swimming', 'water'),
  rule('island|desert island|beach', 'water', 'island waves boat'),
  rule('road trip|highway', 'land', 'road'),
  rule('desert', 'land', 'dunes mesas'),
  rule('mountain|snow|wilderness|forest', 'land', 'pines summit mountains contours'),
  rule('haunted house|ghost|house', 'dread', 'house door bulb', HORROR),
  rule('zombie|monster|vampire|werewolf|gore|slasher', 'dread', undefined, [27]),
  rule('witch|magic|wizard|elves|fairy tale|kingdom|dwarf', 'fantasy', undefined, [14, 12, 10751, 16]),
  rule('dragon|princess|prince|queen|king', 'fantasy', 'castle crown blade'),
  rule('assassin|hitman|spy|sniper|cia|mission', 'crime', 'crosshair target', [28, 53, 80]),
  rule(
    'detective|investigation|fbi|police|serial killer|whodunit',
    'crime',
    'fingerprint lamp facade blinds',
    [80, 53, 9648, 18],
  ),
  rule('gangster|mafia|new york city|street gang', 'city', undefined, [80, 18, 53]),
  rule('gambling|casino|chess|heist|bank robbery', 'crime', 'board target'),
  rule('musical|music|singer|musician|band|dancing|concert', 'music'),
  rule('world war ii|world war i|army|vietnam war|soldier|nazi', 'war', undefined, [10752, 36, 18, 28]),
  rule('sports|boxing|baseball|american football', 'sport'),
  rule('martial arts|sword|samurai', 'history', 'blade banners'),
  rule('love|first love|wedding|forbidden love|love triangle', 'romance', undefined, [10749, 35]),
  rule('dream|amnesia|time travel|virtual reality|obsession|nightmare', 'spirals', undefined, [878, 53, 9648, 18, 14]),
  rule('high school|coming of age|school', 'comedy', undefined, [35]),
  rule('restaurant|food|dinner|chef|cooking|kitchen', 'drama', 'table'),
  rule('superhero|super power|secret identity', 'hero'),
];
