"""Closed word lists of English that grammar alone does not give: what lives, what is a place,
what belongs to a body, and which verbs lead another verb. All entries are base forms."""


def word_set(text: str) -> frozenset[str]:
    """The words of a list written as running text."""
    return frozenset(text.split())


MALE = word_set(
    """man boy guy father dad grandfather brother son husband uncle king prince actor waiter
    gentleman lad groom bridegroom fisherman policeman fireman salesman cowboy mr sir bull rooster
    stallion male nephew monk priest widower businessman"""
)
FEMALE = word_set(
    """woman girl lady mother mom mum grandmother sister daughter wife aunt queen princess actress
    waitress female bride nun hen cow mare niece cheerleader policewoman businesswoman ballerina ms mrs"""
)
HUMAN = (
    MALE
    | FEMALE
    | word_set(
        """person people adult child kid baby toddler teen teenager infant human individual someone
    somebody everyone everybody anyone nobody player athlete gymnast swimmer diver surfer skier
    skater skateboarder snowboarder wakeboarder rider biker cyclist driver runner jumper thrower
    dancer singer musician drummer guitarist violinist pianist artist painter performer magician
    clown host hostess presenter announcer interviewer reporter journalist narrator speaker
    instructor teacher coach trainer student pupil referee umpire judge official goalie goalkeeper
    pitcher batter catcher striker opponent competitor contestant participant teammate captain
    worker employee manager boss chef cook baker barber hairdresser stylist tattooist piercer
    doctor nurse dentist surgeon patient vet farmer gardener builder carpenter mechanic plumber
    electrician technician engineer scientist pilot sailor soldier officer guard cop detective
    suspect thief burglar robber intruder shoplifter prisoner victim witness pedestrian passenger
    passerby bystander customer shopper cashier clerk receptionist visitor guest stranger neighbor
    neighbour friend owner parent couple twin relative cousin leader subject juvenile minor fisherman sheriff deputy follower member hero heroine
    villain lover fan spectator onlooker viewer audience camper hiker climber fencer boxer wrestler
    bowler golfer shooter archer hunter rower kayaker paddler wearer cameraman photographer
    director model patron waiter bartender server courier mailman porter janitor cleaner operator
    figure stuntman boyfriend girlfriend partner spouse peer colleague assistant captive mourner
    pharaoh emperor knight wizard witch elf dwarf giant troll fairy ghost monster robot alien
    spiderman santa pirate ninja zombie"""
    )
)
ANIMAL = word_set(
    """animal creature beast bird dog puppy cat kitten rabbit bunny hare squirrel chinchilla rodent
    mouse rat hamster chipmunk beaver hedgehog fox wolf bear lion tiger leopard cheetah elephant
    giraffe zebra rhino hippo monkey ape gorilla chimp chimpanzee horse pony donkey mule camel
    llama alpaca sheep lamb goat pig piglet boar deer stag moose elk reindeer calf ox buffalo bison
    kangaroo koala panda raccoon skunk badger otter weasel ferret mole bat seal walrus whale
    dolphin shark fish salmon trout eel octopus squid crab lobster turtle tortoise frog toad lizard
    snake crocodile alligator dinosaur dragon duck duckling goose swan chicken chick turkey eagle
    hawk falcon owl crow raven parrot pigeon dove sparrow robin gull seagull penguin ostrich
    flamingo peacock woodpecker butterfly moth bee wasp fly ant beetle spider ladybug caterpillar
    dragonfly grasshopper cricket mosquito worm snail slug pet mammal insect reptile pup cub
    jellyfish hyena jackal lemur gnu antelope gazelle"""
)
ANIMATE = HUMAN | ANIMAL

SOMETIMES_ANIMATE = word_set(
    """bat seal fly turkey chicken fish duck lamb crab lobster salmon trout ox squid octopus eel
    model cricket calf mouse worm snail goose fan mole figure leader cook ring pet robot monster
    ghost giant official batter twin bull patient pitcher bowler striker boxer cleaner operator
    runner jumper cracker bug tick crane guard bear guide host"""
)
"""Animate only where they act: *the chicken runs*, not *adds the chicken*."""

GROUPS = word_set(
    """people crowd team group audience family couple pair duo trio quartet band class crew gang
    herd flock pack swarm squad army staff cast choir orchestra public police committee party
    queue line procession parade mob bunch"""
)
"""Collectives; ``group of X`` takes what it is from X."""
COUNTED_GROUPS = {"couple": 2, "pair": 2, "duo": 2, "both": 2, "trio": 3, "quartet": 4}
PARTITIVES = word_set(
    """group bunch pair couple number lot piece slice bit cup glass bowl handful row set series
    variety type kind sort pile stack heap bag box bottle can part top rest majority plenty few
    lots pieces dozen sheet strip drop spoonful teaspoon tablespoon pinch cluster scene clip shot footage crowd team herd
    flock pack swarm one some many several all most each both none any half amount list string
    dollop layer portion serving chunk"""
)
"""Heads whose ``of`` complement says what the thing is."""
QUANTITY_HEADS = word_set(
    """group bunch pair couple number lot bit handful row set series variety type kind sort rest
    majority plenty few lots dozen one some many several all most each both none any half amount scene clip shot footage scenes clips shots"""
)
"""Of these, the ones that never name the thing themselves."""

PLACES = word_set(
    """room kitchen bathroom bedroom lobby hall hallway corridor office house home apartment garage
    basement attic garden yard backyard park street road highway sidewalk pavement alley path trail
    track field pitch court stadium arena gym pool beach sea ocean lake river stream pond shore
    coast island mountain hill slope valley cliff cave forest wood woods jungle desert meadow
    clearing glade farm barn stable village town city country school classroom church temple
    hospital shop store market supermarket mall restaurant cafe bar hotel station airport platform
    parking lot stage theater theatre cinema studio library museum bridge tunnel roof rooftop
    balcony porch patio deck driveway lawn grass ground floor sky air space background foreground
    distance horizon corner entrance exit doorway stairwell staircase stairs upstairs downstairs
    outside inside outdoors indoors burrow den nest lair hole courtyard square plaza crossing
    intersection gate fence wall ring rink ramp snow sand water bank bush bushes treetops canopy
    world area place scene site location spot landscape scenery countryside counter dock pier
    harbor harbour warehouse factory workshop laboratory lab cell prison castle tower palace
    elevator lift aisle checkout vault cubicle reception cellar dungeon campsite camp lane avenue
    boulevard carpark quarry canyon gorge glacier arcade salon"""
)

FLEXIBLE_PLACES = word_set(
    """wall fence grass sand water snow counter bar track ring hole ground floor platform bank bush
    ramp gate stage lift area square sky air corner bridge path trunk scene world cell plaza"""
)
"""Places that are things where something is done to them."""

BODY_PARTS = word_set(
    """head face eye ear nose mouth lip tooth tongue chin cheek forehead brow eyebrow hair beard
    neck throat shoulder arm elbow hand wrist finger thumb fist chest breast back belly stomach
    waist hip leg knee foot ankle toe heel skin body paw claw tail wing beak feather fur horn
    whisker snout muzzle hoof fin smile grin frown expression gaze lap palm nail voice teeth
    feet mane jaw eyelid bottom rear limb torso"""
)
OWN_LIMBS = word_set(
    """hand arm head foot leg finger thumb knee eye ear paw shoulder fist toe elbow tail neck chest
    face forehead mouth nose chin eyebrow lip feet teeth"""
)
"""Parts of the body that are the doer's own where nobody's are named: *raises one hand*."""
CLOTHES = word_set(
    """shirt tshirt t-shirt jacket coat hoodie sweater sweatshirt vest dress skirt pants trousers
    jeans shorts suit uniform hat cap helmet hood glasses sunglasses goggles mask gloves glove scarf
    tie shoe shoes boot boots sneakers sandals sock socks apron costume outfit robe jersey bikini
    swimsuit leotard kimono gown cloak top blouse bandana headscarf hijab turban wetsuit tutu"""
)

COLOURS = word_set(
    """red green blue yellow orange purple pink brown black white grey gray golden silver violet
    beige tan turquoise blonde blond dark light reddish greenish bluish"""
)
DIMENSIONS: dict[str, str] = {
    **dict.fromkeys(COLOURS, "colour"),
    **dict.fromkeys(["big", "large", "huge", "giant", "tall", "enormous"], "size:big"),
    **dict.fromkeys(["small", "little", "tiny", "short", "mini"], "size:small"),
    **dict.fromkeys(["old", "older", "elderly"], "age:old"),
    **dict.fromkeys(["young", "younger"], "age:young"),
    **dict.fromkeys(["left", "right", "front", "rear", "upper", "lower"], "side"),
}
"""Adjectives that can tell two things of one name apart, by what they measure."""
CONTRAST = word_set("second third fourth fifth other another different new")
"""Words that introduce one more of a kind."""

BEGINNING = word_set(
    """begin start continue keep proceed resume stop finish cease try attempt manage seem appear
    want need wish hope intend decide prepare plan refuse fail dare tend happen get go come use
    have be learn struggle love like hate prefer threaten pretend help hurry rush bother mean
    aim agree choose expect"""
)
"""Verbs that melt with the verb they lead: ``begins to fall`` is one event, of falling."""
UNREALISED = word_set(
    """want need wish hope intend decide plan refuse fail dare threaten pretend expect mean aim
    agree prefer love like hate"""
)
OBJECT_CONTROL = word_set(
    """make let cause force help ask tell order allow enable permit get have urge invite teach
    encourage persuade convince command beg warn instruct push lead drive send leave"""
)
CAUSATIVE = word_set("make let cause force enable allow get leave send have lead drive")
ENABLING = word_set("let allow enable permit help")
PREVENTING = word_set("prevent stop keep block hinder save protect stave bar")
PERCEIVING = word_set("see watch hear find notice spot observe feel catch show discover")
SAYING = word_set(
    """say tell think believe know wonder explain claim state announce suggest hope wish guess
    suppose realize realise remember forget ask pretend imagine expect read mean promise doubt
    learn decide agree mention discuss describe"""
)
RESULTING = word_set(
    """knock make cause send fling throw let wake frighten scare startle crush break puzzle trigger
    open close force push sweep launch hurl release free block trap kill hurt surprise confuse
    anger upset amuse please delight annoy worry allow enable prevent stop leave turn set spill
    topple destroy wreck smash shatter cut pull drag lead result bring"""
)
"""Verbs that say, after ``, which``, what an event led to."""
FEELING = word_set(
    """puzzle surprise scare frighten startle confuse anger upset amuse please delight annoy worry
    wake alarm shock excite bore embarrass distract attract"""
)

STATIVE = word_set(
    "be have own contain consist belong resemble equal include remain seem mean cost"
)
HOLDING = word_set("hold carry clutch grip grasp grab hug cradle seize pick lift raise bear")
PLACING = word_set(
    """put place set lay lean tie pour add drop stick hang throw spread stack insert attach load
    mount pin sprinkle spray smear rub apply position stand rest park"""
)
RESTING = word_set(
    """stand sit lie hang rest wait sleep live stay be remain float hover perch kneel crouch squat
    lean hide land settle appear grow"""
)

DOING: frozenset[str] = word_set(
    """add adjust aim apply approach arrange arrive ask attach attack bake balance beat bend bite
    blend blink blow boil bounce bow braid break breathe bring brush build bump burn bury buy call
    carry carve catch celebrate change chase cheer check chew chop circle clap clean clear climb
    close coat collect comb come connect cook cool count cover crack crash crawl cross crouch cry
    curl cut dance deal dice dig dip disappear dive do drag drain draw dress drift drink drip drive
    drop dry duck dump eat empty enter escape examine exit fall fasten feed feel fetch fight fill
    find finish fire fix flap flee flip float flush fly fold follow fry garnish gather get give
    glance glare go grab grate grill grind grip hammer hand hang hide hit hold hop hug hurl insert
    inspect iron jog jump keep kick kiss knead kneel knit knock land laugh launch lay lead lean leap
    leave lie lift light load lock look loosen lower make march mash measure melt mix mop move mow
    nod open operate organize pack paint park pass pat pause paddle pay peek peel perform pet pick
    pin place plant play plug point polish pour practice prepare press pull punch push put race
    raise reach read record refrigerate remove repair replace rest return ride rinse rise roast roll
    row rub run sail sand saw scatter scoop scrape scratch scream scrub seal season see serve set
    sew shake shape sharpen shave shoot shout shovel show shred shut sign sing sip sit skate ski
    skip slam sleep slice slide slip smell smile smoke smooth snap sneak soak speak spin spit split
    spray spread sprinkle squeeze stack stand stare start steal step stick stir stop stretch stroll
    strike stumble sway sweep swim swing swipe take talk tap taste tear throw tie tighten tilt tip
    toast toss touch trash trim trip turn twist type unlock unpack unwrap use vacuum wait wake walk
    wander wash watch water wave wear whisk wipe withdraw wrap wrestle write yell zip
    shuffle spot tumble crush drizzle marinate stuff dust hoist nudge peer gaze grin frown sob weep
    stagger limp sprint dash rush charge dodge flinch shiver tremble crawl creep gallop trot hover
    glide soar dangle unload reverse overtake swerve collide loiter linger vanish emerge appear
    reappear retrieve deposit drag board dismount disembark deliver scroll escort pan zoom yank tug skid fetch cheer bark mow dunk dribble volley serve
    juggle flick jab spar mold mould tidy blanch reposition discard dispose sift simmer saute dab
    rotate transfer separate test taste top cool reheat heat warm microwave whip strain store cover
    hoe weld nail screw unscrew staple glue tape label sort stock weigh wring soap scour sweep host
    interview flutter waddle flit dart strike fade haul calm sink breathe settle join duck snap steer
    cower cling stride thrust shatter splash whirl wag growl hiss roar moo chirp munch nibble gulp
    swallow spear tease hurry pluck tiptoe hatch graze prowl pace mime mount wade float trudge lunge
    spring plunge crumple clench squint shrug gesture salute applaud greet wrestle buckle unbuckle
    flatten fetch pile rake mulch plow plough unfold unroll untie unzip zoom travel arrive depart exercise bowl ski skate surf"""
)
"""Everyday actions, by which a caption's verb is told from a noun of the same spelling."""

ANIMATE_DOING = word_set(
    """look watch see stare glance peek peer glare gaze listen hear smile grin laugh cry frown sob
    weep scowl smirk beam think decide want try say tell ask talk speak shout whisper sing yell walk
    run wander stroll stride march creep crawl climb jump leap hop skip dance bend bow kneel crouch
    sit stand stretch yawn blink wink nod wave point grab grasp hold carry lift throw toss hurl
    catch pick put place take give hand push pull drag kick punch chew bite eat drink lick sniff
    smell breathe sleep wake chase follow hide flee escape attack fight hug kiss aim shoot dig build
    draw paint write read cut peel stir pour wash wipe clean clap cheer swim dive ride drive
    tiptoe sneak pounce squeeze clutch scratch rub shake flinch duck dodge notice spot admire enjoy
    taunt tease stagger stumble limp gasp tremble shiver cower scream bark growl pant
    sigh snore hurl strut peck perch salute shrug waddle slink shuffle scurry dash dart race
    rush hurry squat lean hop trot gallop prowl flee cringe pose applaud dribble pick"""
)
"""What only a creature does; tells animate nouns and pronouns from things."""

DOING |= ANIMATE_DOING
INANIMATE_DOING = word_set(
    """break boil burn melt spill stick roll bounce crash tear snap shatter crack drip leak cook
    brown thicken simmer explode ring beep flash fade shine dissolve drift"""
)
MOVING = word_set(
    """go come roll fall hang lie fly spin drip sit stand lead contain cover float swing burn come run
    move ride drive sail drift bounce slide turn rise sink drop flow pour rest tumble rush shine
    glow flash blow wave hover travel pass cross grow follow show"""
)
"""What things without a will of their own also do."""
MANIPULATING = word_set(
    """lift throw hold toss drop pick grab put place pour eat drink bite chew cut slice open close
    carry hurl fold wear wash stir mix break bend pull tie swing shake peel roll yank hang
    read use plug unplug lower raise paint clean wipe"""
)
LOCATIVE = word_set(
    """in on at inside into onto under beneath below above over behind beside near by along across
    through between among around outside within against down up off from toward towards past atop
    beyond amid underneath alongside to"""
)
TARGETING = word_set(
    "at after toward towards to for with from of about past around over onto into on"
)
MANNER = word_set(
    """smile grin frown face look expression joy fear anger fright alarm grief surprise horror terror
    embarrassment disgust delight pain panic silence care ease speed force help hurry rage sadness
    excitement caution confusion disbelief awe response return style manner way unison time while
    moment turn order front behalf addition fun shape detail"""
)
"""Said of how something is done, never a tool or a place."""
ABSTRACT = word_set(
    """way time chance idea reason fact thing something anything nothing everything moment second
    minute hour day night morning evening while direction turn bit lot kind sort part end beginning
    middle rest side center centre top sight aim step attempt effort ability opportunity right need desire plan decision order fun life
    love attention care break aim step sight view"""
)
"""Nouns that name nothing one could see or hold."""
